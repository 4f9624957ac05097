/**
 * The messages of the random block storage class: a disk as hosts see it.
 *
 * <table>
 * <caption>Functions</caption>
 * <tr><th>function</th><th>what</th><th>reply</th></tr>
 * <tr><td>{@link dev.spine.i2o.message.block.BlockRead}, {@link dev.spine.i2o.message.block.BlockWrite},
 *     {@link dev.spine.i2o.message.block.BlockWriteVerify}</td><td>move bytes between the medium and a buffer</td>
 *     <td>{@link dev.spine.i2o.message.block.BlockReply} or {@link dev.spine.i2o.message.block.BlockErrorReply}</td></tr>
 * <tr><td>{@link dev.spine.i2o.message.block.MediaVerify}, {@link dev.spine.i2o.message.block.CacheFlush}</td>
 *     <td>read without moving; bring all to the medium itself</td>
 *     <td>the same, and {@link dev.spine.i2o.message.block.BlockProgressReply} before it on request</td></tr>
 * <tr><td>{@link dev.spine.i2o.message.block.MediaMount}, {@code MediaEject},
 *     {@link dev.spine.i2o.message.block.MediaLock}, {@link dev.spine.i2o.message.block.MediaUnlock}</td>
 *     <td>the medium as a thing</td><td>the same</td></tr>
 * <tr><td>{@link dev.spine.i2o.message.block.PowerManagement}, {@link dev.spine.i2o.message.block.DeviceReset},
 *     {@code StatusCheck}</td><td>the device as a whole</td><td>the same</td></tr>
 * <tr><td>{@code BlockReassign}, and MediaFormat</td>
 *     <td>their lists are not public: refused as not supported</td><td>a transaction error</td></tr>
 * </table>
 *
 * <p>Addresses are byte addresses. A request that a reset or an abort ended is answered by
 * {@link dev.spine.i2o.message.block.BlockAbortReply}.
 *
 * <p>Records are for control, tests and people, any thread. {@link dev.spine.i2o.message.block.BlockTransfer} is the data path.
 *
 * <p>Sources: I2O 1.5 random block storage class; SIG headers.
 */
@NullMarked
package dev.spine.i2o.message.block;

import org.jspecify.annotations.NullMarked;
