/** IP addresses and prefixes as tables have them: {@link Address} of either version as two words, {@link Prefix} with its length. */
@NullMarked
package dev.spine.extension.router.host.address;

import org.jspecify.annotations.NullMarked;
