/** Tests of the machine. */
@NullMarked
package dev.spine.extension.panic.machine;

import org.jspecify.annotations.NullMarked;
