/**
 * Parts that the router shares with the services beside it. The image of each extension that names one has a copy of it.
 *
 * <p>{@link dev.spine.extension.router.part.InternetChecksum} sums, {@link dev.spine.extension.router.part.ExtensionParameters} reads what
 * was said when the extension was loaded. Neither has state.
 */
@NullMarked
package dev.spine.extension.router.part;

import org.jspecify.annotations.NullMarked;
