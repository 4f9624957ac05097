package programs;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Store;
import org.jspecify.annotations.Nullable;

/**
 * Uses a disk as its orders say, and answers each with what came of it. Word 0 of an order to handler 1: 1 opens the disk of IOP word 1 and
 * TID word 2, 2 writes word 3 bytes at position word 1 that begin with word 2, 3 reads word 3 bytes from position word 1 and sums them
 * up, 4 reads into memory that devices do not reach, 5 reads beyond its buffer, 6 says whether the disk is still there, 7 gives the memory
 * back while a read is in flight, 8 flushes, 9 is 2 through to the medium.
 */
public final class DiskUser implements Extension {
    private static final int STORE = 2;
    private static final int ENDS = 3;
    private static final int BYTES = 4_096;

    private @Nullable Store store;
    private @Nullable Buffer memory;

    /** Loaded by the runtime. */
    public DiskUser() {}

    @Override
    public void start(ExtensionContext context) {
        memory = context.allocateForDevices(BYTES);
        context.onMessage(1, context, (given, order) -> onOrder(given, order));
        context.onMessage(STORE, context, (given, answer) -> {
            Store found = answer.store();
            store = found;
            Answers.give(given, answer.word(0), found == null ? -1 : (int) found.capacityBytes(), found == null ? -1 : found.blockBytes());
        });
        context.onMessage(ENDS, context, (given, end) -> {
            int sum = 0;
            Buffer data = memory;
            for (int i = 0; data != null && i < end.word(3); i++) {
                sum = sum * 31 + data.u8(i);
            }
            Answers.give(given, end.word(1) * 1_000 + end.word(2), end.word(3), sum);
        });
    }

    private void onOrder(ExtensionContext context, Message order) {
        if (order.word(0) == 1) {
            if (!context.requestStore(order.word(1), order.word(2), STORE)) {
                Answers.give(context, 99, 0, 0);
            }
            return;
        }
        Store disk = store;
        Buffer data = memory;
        if (disk == null || data == null || order.word(0) == 6) {
            Answers.give(context, disk == null ? -1 : disk.isValid() ? 1 : 0, 6, 0);
            return;
        }
        try {
            boolean taken = switch (order.word(0)) {
                case 2, 9 -> {
                    for (int i = 0; i < order.word(3); i++) {
                        data.put8(i, order.word(2) + i * 7);
                    }
                    yield order.word(0) == 2 ? context.write(disk, order.word(1), data, 0, order.word(3), ENDS, 2)
                        : context.writeThrough(disk, order.word(1), data, 0, order.word(3), ENDS, 9);
                }
                case 3 -> context.read(disk, order.word(1), data, 0, order.word(3), ENDS, 3);
                case 4 -> context.read(disk, 0, own(context), 0, 512, ENDS, 4);
                case 8 -> context.flush(disk, ENDS, 8);
                case 5 -> context.read(disk, 0, data, 512, BYTES, ENDS, 5);
                default -> {
                    boolean begun = context.read(disk, 0, data, 0, BYTES, ENDS, 7);
                    data.release();
                    memory = null;
                    yield begun;
                }
            };
            if (!taken) {
                Answers.give(context, -2, order.word(0), 0);
            }
        } catch (IllegalArgumentException e) {
            Answers.give(context, -3, order.word(0), 0);
        } catch (IndexOutOfBoundsException e) {
            Answers.give(context, -4, order.word(0), 0);
        }
    }

    private static Buffer own(ExtensionContext context) {
        Buffer own = context.allocate(512);
        if (own == null) {
            throw new IllegalStateException("there is no memory");
        }
        return own;
    }
}
