/** Prefixes of IP as tables have them: {@link Prefix} is an address of either version with its length. */
@NullMarked
package dev.spine.extension.router.host.address;

import org.jspecify.annotations.NullMarked;
