/** Tests of program files. */
@NullMarked
package dev.spine.extension.panic.program;

import org.jspecify.annotations.NullMarked;
