package dev.spine.extension.router.host.fib;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.router.fib.Fib;
import dev.spine.extension.router.fib.PatchAnswer;
import dev.spine.iop.packet.wire.Address;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;

/** The table of a card without the card: memory, and the extension's part of the table in it. */
final class CardTable implements PatchSink {
    private final MemorySegment memory;
    private final Fib fib;
    private final MemorySegment inbox = Arena.ofAuto().allocate(1 << 17);
    private final int[] together = new int[4];
    private final int[] answers = new int[4];
    private int parts;
    private long patchBytes;

    CardTable(int bytes) {
        this.memory = Arena.ofAuto().allocate(bytes);
        ExtensionContext context = (ExtensionContext) Proxy.newProxyInstance(CardTable.class.getClassLoader(),
            new Class<?>[] {ExtensionContext.class}, (_, method, arguments) -> {
                assertEquals("allocate", method.getName(), "a table asks for memory and nothing else");
                return buffer(memory, (int) arguments[0], true);
            });
        this.fib = java.util.Objects.requireNonNull(Fib.create(context, bytes));
    }

    private static Buffer buffer(MemorySegment memory, int bytes, boolean writable) {
        BufferOwner owner = (BufferOwner) Proxy.newProxyInstance(CardTable.class.getClassLoader(), new Class<?>[] {BufferOwner.class},
            (_, _, _) -> null);
        Buffer buffer = RuntimeAccess.newBuffer(owner);
        RuntimeAccess.point(buffer, memory, 0, bytes, 0, writable, null);
        return buffer;
    }

    Fib fib() {
        return fib;
    }

    MemorySegment memory() {
        return memory;
    }

    PatchAnswer take(byte[] part, int bytes) {
        MemorySegment.copy(part, 0, inbox, java.lang.foreign.ValueLayout.JAVA_BYTE, 2, bytes);
        return fib.apply(buffer(inbox, bytes + 2, false), 2, bytes);
    }

    @Override
    public void part(byte[] part, int bytes) {
        assertEquals(PatchAnswer.TAKEN, take(part, bytes));
        parts++;
        patchBytes += bytes;
    }

    int parts() {
        return parts;
    }

    long patchBytes() {
        return patchBytes;
    }

    int lookup(Address address) {
        return address.version() == 4 ? lookup4(address.bits4()) : fib.lookup6(address.high(), address.low());
    }

    /** {@return the next hop of an address, which has to be the same among others} */
    int lookup4(int address) {
        int alone = fib.lookup4(address);
        together[0] = address ^ 1 << (address & 31);
        together[1] = address;
        together[2] = ~address;
        together[3] = address;
        int count = 2 + (address & 1) * 2;
        fib.lookup4(together, answers, count);
        for (int i = 0; i < count; i++) {
            assertEquals(fib.lookup4(together[i]), answers[i], "alone and among others");
        }
        assertEquals(alone, answers[1], "alone and among others");
        return alone;
    }
}
