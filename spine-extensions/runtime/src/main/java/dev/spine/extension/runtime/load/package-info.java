/**
 * From the bytes of an image to classes that can run: {@link dev.spine.extension.runtime.load.ImageTransfers} fetches the bytes,
 * {@link dev.spine.extension.runtime.load.ImageVerifier} has them verified and metered,
 * {@link dev.spine.extension.runtime.load.AcceptedImages} keeps the result, and
 * {@link dev.spine.extension.runtime.load.ExtensionClassLoader} defines the classes. It knows no instance.
 */
@NullMarked
package dev.spine.extension.runtime.load;

import org.jspecify.annotations.NullMarked;
