/**
 * The oracle of the meter: it makes programs that the verifier accepts, runs each in virtual machines with different compilers, and finds
 * those that take more of the processor or of the heap than the meter charges them for, or whose charge depends on the compiler.
 */
@NullMarked
package dev.spine.extension.runtime.oracle;

import org.jspecify.annotations.NullMarked;
