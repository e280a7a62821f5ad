// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type Value } from "../lib/message-parts.ts";

export const approved = "Approved";
export const backImageOptional = "Back image (optional)";
export const chooseAFile = "Choose a file";
export const chooseAnother = "Choose another";
export const document = "Document";
export const documentNumberOptional = "Document number (optional)";
export const documentType = "Document type";
export const error = "Error";
export const failedToSubmitVerification = "Failed to submit verification.";
export const front = "Front";
export const frontAndBack = "Front and back";
export const frontImage = "Front image";
export const goToDashboard = "Go to Dashboard";
export const goodToKnow = "Good to know";
export const images = "Images";
export const imagesResizedOnYourDevice = "Images are resized on your device, stored encrypted and shown to reviewers only.";
export const jpegPngOrWebpUp = "JPEG, PNG or WebP, up to 10 MB";
export const labelAsItWillSent = ({ label }: { label: Value }) =>
  `${label}, as it will be sent`;
export const labelChooseAFile = ({ label }: { label: Value }) =>
  `${label}: choose a file`;
export const labelTakeAPhoto = ({ label }: { label: Value }) =>
  `${label}: take a photo`;
export const noImageYet = "No image yet";
export const notSubmitted = "Not submitted";
export const number = "Number";
export const pending = "Pending";
export const processingTheImage = "Processing the image...";
export const rejected = "Rejected";
export const remove = "Remove";
export const removeLabel = ({ label }: { label: Value }) =>
  `Remove ${label}`;
export const reviewed = "Reviewed";
export const reviewedReviewtext = ({ reviewText }: { reviewText: Value }) =>
  `Reviewed ${reviewText}.`;
export const selectDocumentType = "Select document type";
export const sent = "Sent";
export const showWholeDocumentSharpAnd = "Show the whole document, sharp and without glare. It must still be valid.";
export const submissionFailed = "Submission Failed";
export const submitADocument = "Submit a document";
export const submitAgain = "Submit again";
export const submitForVerification = "Submit for Verification";
export const submitting = "Submitting...";
export const takeAPhoto = "Take a photo";
export const upload = "Upload";
export const uploadedCheckingAndEncryptingYour = "Uploaded. Checking and encrypting your images.";
export const uploadingYourImages = "Uploading your images";
export const verification = "Verification";
export const verificationApproved = "Verification Approved!";
export const verificationRejected = "Verification Rejected";
export const verificationStatus = "Verification status";
export const verificationSubmitted = "Verification Submitted";
export const verifyYourIdentityOncePerson = "Verify your identity once. A person reviews your documents.";
export const youDoNotNeedTo = "You do not need to send anything else.";
export const youHaveNotSubmittedDocument = "You have not submitted a document yet. You can withdraw your money without one at any time.";
export const youNeverNeedVerificationTo = "You never need verification to withdraw your own money.";
export const yourDocumentsReceivedAndWaiting = "Your documents were received and are waiting for review.";
export const yourDocumentsReviewedReviewtextThis = ({ reviewText }: { reviewText: Value }) =>
  `Your documents are reviewed ${reviewText}. This page updates automatically. You can keep using your account.`;
export const yourDocumentsWereRejected = "Your documents were rejected";
export const yourIdentityIsVerified = "Your identity is verified.";
export const yourIdentityIsVerified2 = "Your identity is verified";
export const yourVerification = "your verification";
export const yourVerificationRejectedPleaseSubmit = "Your verification was rejected. Please submit again with clear documents.";
