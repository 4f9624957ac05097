/** What the tests of program files and of the machine share. */
@NullMarked
package dev.spine.extension.panic;

import org.jspecify.annotations.NullMarked;
