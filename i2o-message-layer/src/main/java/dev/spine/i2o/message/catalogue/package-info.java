/**
 * All messages that are known, by class and function: {@link Catalogue} finds the kind of a frame and reads it. It stands apart because it
 * knows every package of messages, and they know none of each other. Messages of which no program needs a class stand here too, as rows.
 */
@NullMarked
package dev.spine.i2o.message.catalogue;

import org.jspecify.annotations.NullMarked;
