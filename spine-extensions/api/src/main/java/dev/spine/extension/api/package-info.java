/**
 * What the author of an extension sees, and all that an extension may link to besides a few classes of the JDK.
 *
 * <p>An {@link dev.spine.extension.api.Extension} is loaded onto an IOP while it runs. In {@code start} it installs handlers through its
 * {@link dev.spine.extension.api.ExtensionContext}; from then on it only reacts: a {@link dev.spine.extension.api.Handler} gets exactly
 * two arguments, the context given at its installation and a {@link dev.spine.extension.api.Message}, and runs to completion after all data
 * of the message has arrived (SPINE SIGOPS 1998, 3.2).
 *
 * <p>Memory is reached through references that cannot be forged. A {@link dev.spine.extension.api.Buffer} is local memory with bounds and
 * rights; a {@link dev.spine.extension.api.Surface} is a rectangle of a screen that its owner granted. Neither shows an address, and both
 * are empty when their lifetime is over. Data moves between them by a {@link dev.spine.extension.api.TransferRequest}, which the card's DMA
 * engine carries out.
 *
 * <p>{@code Message} and {@code Buffer} objects are pointed at new data before an activation and emptied after it, so an extension that
 * stores one finds it empty later; {@link dev.spine.extension.api.Buffer#keep} extends a buffer beyond the activation.
 *
 * <p>All methods are called on the agent thread of the card, from within a handler, {@code start} or {@code stop}. An extension that throws
 * is stopped; its neighbours do not notice.
 */
@NullMarked
package dev.spine.extension.api;

import org.jspecify.annotations.NullMarked;
