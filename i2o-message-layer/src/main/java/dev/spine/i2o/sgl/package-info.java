/**
 * Scatter-gather lists: which memory a message is about.
 *
 * <p>A list is a run of elements in the frame, or in fragments that chain elements point to. Each element begins with a word of flags
 * [31:24] and a count [23:0]; then come the context, if the flags announce one, and the address or the data.
 *
 * <p><b>To write</b> one, point an {@link dev.spine.i2o.sgl.SglWriter} at a frame, add elements, call
 * {@link dev.spine.i2o.sgl.SglWriter#finish()}. <b>To read</b> one, point an {@link dev.spine.i2o.sgl.SglReader} at a checked frame and
 * call {@link dev.spine.i2o.sgl.SglReader#next()} until it is false, then ask {@link dev.spine.i2o.sgl.SglReader#end()} why. Both are
 * allocated once and pointed again for each message. For people and tests {@link dev.spine.i2o.sgl.SglElement} is one element of a frame as
 * a value.
 *
 * <p><b>Promises of the reader.</b> Whatever the bytes are, it throws nothing, reads nothing outside the frame and the fragments that
 * its {@link dev.spine.i2o.sgl.FragmentSource} hands out, and ends after a bounded number of elements and bytes. It does not check data
 * addresses: whether the initiator may touch them is for the bus to decide, run by run. Data runs may overlap; fragments may not, which is
 * how a loop of chains ends at once.
 *
 * <p>Addresses are 32 bits unless an attributes element switches the list to 64, or an element of 2.0 states its own width. The reader
 * takes both generations in one list; the writer writes 1.5, which is what drivers understand.
 *
 * <p>Threads: a reader or writer belongs to one agent. Sources: I2O 1.5 scatter-gather lists; SIG message header; the lists that Linux,
 * NetBSD, RedCreek and Adaptec drivers send.
 */
@NullMarked
package dev.spine.i2o.sgl;

import org.jspecify.annotations.NullMarked;
