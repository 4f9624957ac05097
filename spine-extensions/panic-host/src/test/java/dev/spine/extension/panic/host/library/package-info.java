/** Programs on simulated cards, loaded by the library. */
@NullMarked
package dev.spine.extension.panic.host.library;

import org.jspecify.annotations.NullMarked;
