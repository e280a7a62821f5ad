/* global addEventListener, document, matchMedia */
// A form that is sent before its page is alive would put what was typed, a password perhaps, into the address.
addEventListener("submit", function (event) {
  event.preventDefault();
});
// So that a page never flashes in the other theme.
(function () {
  var remembered = null;
  try {
    remembered = localStorage.getItem("wazi-theme");
  } catch {
    // Storage is closed to us: the system's choice stands.
  }
  var dark = remembered === "dark" || (remembered !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  var colour = document.querySelector('meta[name="theme-color"]');
  if (colour) colour.setAttribute("content", dark ? "#0c1512" : "#fbf9f4");
})();
