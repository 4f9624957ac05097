/** {@code spine pdl}: checks and formats programs in PDL, the language of protocols aboard the card. */
@NullMarked
package dev.spine.command.pdl;

import org.jspecify.annotations.NullMarked;
