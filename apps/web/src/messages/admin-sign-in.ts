// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.

export const accessDenied = "Access Denied";
export const accessDeniedYouDoNot = "Access Denied: You do not have admin privileges";
export const adminSignIn = "Admin Sign In";
export const adminSignIn2 = "Admin sign in";
export const forWaziAdministrators = "For Wazi administrators.";
export const signInAsAdmin = "Sign In as Admin";
export const welcomeAdmin = "Welcome Admin";
export const youDoNotHaveAdmin = "You do not have admin privileges";
