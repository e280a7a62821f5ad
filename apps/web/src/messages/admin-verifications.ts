// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type Value } from "../lib/message-parts.ts";

export const aPartDocumentCutOff = "A part of the document is cut off. Please show all four corners.";
export const actions = "Actions";
export const anyStatus = "Any status";
export const approve = "Approve";
export const approved = "Approved.";
export const approvedParticiple = "approved";
export const backMissing = "Back missing";
export const birthDateMismatch = "Birth date mismatch";
export const blurred = "Blurred";
export const close = "Close";
export const commonReasons = "Common reasons";
export const country = "Country";
export const cutOff = "Cut off";
export const dateOfBirth = "Date of birth";
export const document = "Document";
export const eachInvestorBecomesVerifiedAnd = "Each investor becomes verified, and is notified.";
export const eachInvestorSeesYourReason = "Each investor sees your reason and can submit new documents.";
export const expired = "Expired";
export const failedToReviewVerification = "Failed to review verification";
export const formatAgeYearsOld = ({ format, age }: { format: Value; age: Value }) =>
  `${format}, ${age} years old`;
export const front = "Front";
export const frontAndBack = "Front and back";
export const ifYouApproveUserBecomes = ({ user }: { user: Value }) =>
  `If you approve, ${user} becomes verified. If you reject, they see your reason and can submit new documents. They are notified either way.`;
export const images = "Images";
export const name = "Name";
export const nameEmailOrDocumentNumber = "Name, email or document number";
export const nameMismatch = "Name mismatch";
export const noBackImage = "No back image";
export const noNumber = "no number";
export const noVerificationsYetNewVerifications = "No verifications yet. New verifications appear here automatically.";
export const notProvided = "Not provided";
export const number = "Number";
export const openItAndViewAll = "Open it and view all its images first.";
export const reason = "Reason:";
export const reason2 = "Reason";
export const reject = "Reject";
export const rejected = "Rejected.";
export const rejectedParticiple = "rejected";
export const rejectionReason = "Rejection reason";
export const requiredShownToEveryOne = "Required. Shown to every one of these investors.";
export const requiredToRejectShownTo = "Required to reject. Shown to the investor.";
export const resetTheViewOfOftext = ({ ofText }: { ofText: Value }) =>
  `Reset the view of ${ofText}`;
export const review = "Review";
export const reviewedBy = "Reviewed by";
export const rotateOftext = ({ ofText }: { ofText: Value }) =>
  `Rotate ${ofText}`;
export const searchVerifications = "Search verifications";
export const sideDocumentPlusAndMinus = ({ side }: { side: Value }) =>
  `${side} of the document. Plus and minus zoom, arrows move, R rotates, 0 resets.`;
export const sideOfTheDocument = ({ side }: { side: Value }) =>
  `${side} of the document`;
export const status = "Status";
export const submitted = "Submitted";
export const theBackDocumentMissingPlease = "The back of the document is missing. Please send both sides.";
export const theDateBirthOnDocument = "The date of birth on the document does not match your account.";
export const theDocumentHasExpiredPlease = "The document has expired. Please send a valid one.";
export const theNameOnDocumentDoes = "The name on the document does not match your account.";
export const thePhotoBlurredOrToo = "The photo is blurred or too dark to read. Please take a new one in good light.";
export const theSide = ({ side }: { side: Value }) =>
  `the ${side}`;
export const theVerificationWasStatus = ({ status }: { status: Value }) =>
  `The verification was ${status}.`;
export const theVerifications = "the verifications";
export const thisImageCouldNotLoaded = "This image could not be loaded.";
export const tryAgain = "Try again";
export const user = "User";
export const verificationOfUser = ({ user }: { user: Value }) =>
  `Verification of ${user}`;
export const verificationOfUser2 = ({ user }: { user: Value }) =>
  `verification of ${user}`;
export const verifications = "Verifications";
export const view = "View";
export const viewAllImagesFirst = "View all images first";
export const youCannotReviewYourOwn = "You cannot review your own documents. Ask another administrator.";
export const zoomAndRotationOfOftext = ({ ofText }: { ofText: Value }) =>
  `Zoom and rotation of ${ofText}`;
export const zoomInOnOftext = ({ ofText }: { ofText: Value }) =>
  `Zoom in on ${ofText}`;
export const zoomOutOfOftext = ({ ofText }: { ofText: Value }) =>
  `Zoom out of ${ofText}`;
