/** Tests by programs that know nothing of ARF. */
@NullMarked
package dev.spine.extension.ardma.host.arf.nio;

import org.jspecify.annotations.NullMarked;
