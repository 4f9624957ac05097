package dev.spine.extension.runtime;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExportRights;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.SharedMemory;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.iop.engine.Op;
import java.util.Arrays;

/** Shared memory as one extension sees it. Belongs to the card's agent. */
final class CardSharedMemory implements SharedMemory {
    private static final int OPERATION_SHIFT = 24;
    private static final int OPERANDS = 4;
    private static final int LAST_HANDLER = ExtensionVersion.HANDLERS - 1;

    private final ExtensionInstance instance;
    private final Dispatcher dispatcher;
    private final MemoryService service;
    private final int[] operation = new int[Message.WORDS];
    private final int[] answer = new int[Message.WORDS];

    CardSharedMemory(ExtensionInstance instance, Dispatcher dispatcher) {
        this.instance = instance;
        this.dispatcher = dispatcher;
        this.service = dispatcher.memory();
    }

    @Override
    public long export(Buffer memory, ExportRights rights) {
        Lease lease = instance.holdings().leaseOf(memory);
        if (lease.block() == null) {
            throw new IllegalArgumentException("only memory that the extension has allocated can be exported, not a packet");
        }
        return service.exports().export(instance.number(), instance.version().generation(), lease, memory.length(), rights);
    }

    @Override
    public void end(long number) {
        service.exports().end(instance.number(), number);
    }

    private void begin(long export, int code, int bytes, int offset) {
        Arrays.fill(operation, 0);
        operation[0] = (int) (export >>> Integer.SIZE);
        operation[1] = (int) export;
        operation[2] = code << OPERATION_SHIFT | bytes;
        operation[3] = offset;
    }

    private static void checkBytes(int bytes) {
        if (bytes < 1 || bytes > MAX_BYTES) {
            throw new IllegalArgumentException("an operation reads or writes 1 to " + MAX_BYTES + " bytes, not " + bytes);
        }
    }

    @Override
    public boolean read(Route owner, long export, int offset, int bytes, int handler, int number) {
        checkBytes(bytes);
        begin(export, MemoryExports.READ, bytes, offset);
        return ask(owner, handler, number);
    }

    @Override
    public boolean write(Route owner, long export, int offset, Buffer from, int fromOffset, int bytes, int handler, int number) {
        checkBytes(bytes);
        CardTransfer.addressIn(from, fromOffset, bytes, "source");
        Lease lease = instance.holdings().leaseOf(from);
        begin(export, MemoryExports.WRITE, bytes, offset);
        MemoryExports.read(lease.memory(), lease.start() + fromOffset, bytes, operation, OPERANDS);
        return ask(owner, handler, number);
    }

    @Override
    public boolean compareAndSwap(Route owner, long export, int offset, long expected, long update, int handler, int number) {
        begin(export, MemoryExports.COMPARE_AND_SWAP, Long.BYTES, offset);
        operand(0, expected);
        operand(2, update);
        return ask(owner, handler, number);
    }

    @Override
    public boolean fetchAndAdd(Route owner, long export, int offset, long addend, int handler, int number) {
        begin(export, MemoryExports.FETCH_AND_ADD, Long.BYTES, offset);
        operand(0, addend);
        return ask(owner, handler, number);
    }

    private void operand(int at, long value) {
        operation[OPERANDS + at] = (int) (value >>> Integer.SIZE);
        operation[OPERANDS + at + 1] = (int) value;
    }

    private boolean ask(Route owner, int handler, int number) {
        if (handler < 1 || handler > LAST_HANDLER) {
            throw new IllegalArgumentException("there is no handler " + handler + ": their numbers are 1 to " + LAST_HANDLER);
        }
        if (owner.way() == Route.Way.HOST || owner.way() == Route.Way.NONE) {
            throw new IllegalArgumentException(owner + " leads to no card: memory is exported by extensions on cards");
        }
        long now = instance.parts().nowNs();
        if (!dispatcher.local().canReport() || !instance.quotas().mayBegin(Quota.MESSAGES_PER_SECOND, now)) {
            return false;
        }
        long where = owner.way() == Route.Way.LOCAL ? -1 : NetworkRoutes.placeOf(owner);
        int cookie = service.asks().begin(instance.number(), handler, number, where, now);
        if (cookie < 0) {
            return false;
        }
        instance.chargeWork();
        instance.parts().agent().charge(Op.EFFECT);
        boolean sent = switch (owner.way()) {
            case LOCAL -> here(cookie);
            case PEER -> dispatcher.peers().ask(owner, cookie, operation);
            default -> dispatcher.network().ask(instance.number(), owner, cookie, operation);
        };
        if (sent) {
            instance.quotas().enterEverywhere(Quota.MESSAGES_PER_SECOND, 1);
        } else {
            service.asks().cancel(cookie);
        }
        return sent;
    }

    private boolean here(int cookie) {
        Arrays.fill(answer, 0);
        service.operate(operation, 0, answer, 0);
        service.asks().answered(-1, cookie, answer, 0);
        return true;
    }
}
