/**
 * What metered code calls. {@link dev.spine.extension.api.metered.MeterAccount} is what an instance may still use. Objects decide what
 * {@code hashCode}, {@code equals}, {@code compareTo} and {@code toString} do; {@link dev.spine.extension.api.metered.Values} charges for
 * those of the JDK and calls those of the extension. {@link dev.spine.extension.api.metered.Made} are exceptions that the virtual machine
 * throws as well.
 *
 * <p>Not for extensions: no image may name anything of it.
 */
@NullMarked
package dev.spine.extension.api.metered;

import org.jspecify.annotations.NullMarked;
