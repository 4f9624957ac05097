/** {@code spine pdl}: checks, formats and compiles programs in PDL, the language of protocols aboard the card. */
@NullMarked
package dev.spine.command.pdl;

import org.jspecify.annotations.NullMarked;
