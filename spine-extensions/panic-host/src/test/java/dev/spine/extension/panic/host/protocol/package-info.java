/** Protocols on simulated nodes, aboard cards and on hosts. */
@NullMarked
package dev.spine.extension.panic.host.protocol;

import org.jspecify.annotations.NullMarked;
