/**
 * The messages that every class understands, one small class each, and what all messages share.
 *
 * <p><b>A message class</b> is a record with only meaningful values. Its {@link dev.spine.i2o.message.MessageKind} constant {@code KIND}
 * names its function and class and the place of each value, once: a {@link dev.spine.i2o.layout.Field}, a constant where others use it.
 * {@link dev.spine.i2o.message.MessageKind#parse} makes the record from a checked frame and {@code emit} writes it into one; a record has
 * its own parser or {@code emit} only where a value is not simply a field. Parsing never fails: words that a driver leaves out count as 0,
 * words too many are ignored, codes are kept as they are. The receiver decides what to refuse, with
 * {@link dev.spine.i2o.message.MessageKind#fits} for frames below the minimum.
 *
 * <p><b>To add one</b>, write the record beside its neighbours and put its {@code KIND} into the list in
 * {@link dev.spine.i2o.message.catalogue.Catalogue}; a message that only traces and the specification show is a row there, without a class.
 * A test then holds its layout against the list of the architecture's numbers.
 *
 * <p><b>On the data path</b> no record is made. The frames that travel there (packet send, receive post and their replies, small messages)
 * have static writers, or re-pointable writers and readers, that allocate nothing.
 *
 * <p>Records may be used from any thread; writers and readers belong to one agent. Sources are named at each class; the conventions are
 * those of I2O 1.5 and its SIG headers.
 */
@NullMarked
package dev.spine.i2o.message;

import org.jspecify.annotations.NullMarked;
