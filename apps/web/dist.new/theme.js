// A form submitted before the page is interactive would put its values, possibly a password, into the address.
addEventListener("submit", function (event) {
  event.preventDefault();
});
// Sets the theme before the first paint, so that the page never flashes in the other theme.
(function () {
  var remembered = null;
  try {
    remembered = localStorage.getItem("wazi-theme");
  } catch {
    // Storage is not available: use the system's theme.
  }
  var dark = remembered === "dark" || (remembered !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  var colour = document.querySelector('meta[name="theme-color"]');
  if (colour) colour.setAttribute("content", dark ? "#0c1512" : "#fbf9f4");
})();
