package dev.spine.extension.services.nat;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.RuntimeAccess;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** A translation with its tables, without a card around it. */
final class NatBed implements BufferOwner {
    static final int OUTSIDE = 0xC0000201;

    final Map<String, Counter> counters = new HashMap<>();
    final NatTables tables;
    final Masquerade masquerade;
    int nowMs = 1_000;
    private final Map<String, String> parameters;

    NatBed(Map<String, String> parameters, int secret) {
        this.parameters = parameters;
        ExtensionContext context = (ExtensionContext) Proxy.newProxyInstance(NatBed.class.getClassLoader(),
            new Class<?>[] {ExtensionContext.class}, (proxy, method, arguments) -> switch (method.getName()) {
                case "parameter" -> this.parameters.getOrDefault((String) arguments[0],
                    arguments[0].equals("outside") ? "192.0.2.1" : null);
                case "allocate" -> buffer(new byte[(int) arguments[0]], true);
                case "hardwareAddress" -> 0x0253_504E_0001L;
                case "counter" -> counters.computeIfAbsent((String) arguments[0], any -> RuntimeAccess.newCounter());
                default -> throw new AssertionError(method.getName());
            });
        NatSettings settings = NatSettings.of(context);
        tables = NatTables.of(context, settings, secret);
        masquerade = new Masquerade(settings, tables, new NatCounters(context), secret);
    }

    Buffer buffer(byte[] bytes, boolean writable) {
        Buffer buffer = RuntimeAccess.newBuffer(this);
        RuntimeAccess.point(buffer, MemorySegment.ofArray(bytes), 0, bytes.length, 0, writable, null);
        return buffer;
    }

    long count(NatEvent event) {
        return counters.get(event.text()).value();
    }

    /** What leaves for a frame, or null. */
    byte[] out(byte[] frame) {
        byte[] copy = new byte[frame.length + 7];
        // A frame is somewhere among others.
        System.arraycopy(frame, 0, copy, 7, frame.length);
        int left = masquerade.outward(buffer(copy, true), 7, frame.length, nowMs);
        return left == 0 ? null : Arrays.copyOfRange(copy, 7, 7 + left);
    }

    /** What goes inside for a frame from outside; null when it passes, empty when it is dropped. */
    byte[] in(byte[] frame) {
        return switch (masquerade.inward(buffer(frame, false), frame.length, nowMs)) {
            case PASS -> null;
            case DROPPED -> new byte[0];
            case REWRITTEN -> rewritten(frame.length);
        };
    }

    /** The next fragment that had waited, or null. */
    byte[] held() {
        int bytes = masquerade.nextHeld();
        return bytes == 0 ? null : rewritten(bytes);
    }

    private byte[] rewritten(int bytes) {
        Buffer work = masquerade.rewritten();
        byte[] out = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            out[i] = (byte) work.u8(i);
        }
        return out;
    }

    @Override
    public boolean keep(Buffer buffer) {
        return true;
    }

    @Override
    public boolean isLent(Buffer buffer) {
        return false;
    }

    @Override
    public void release(Buffer buffer) {
        RuntimeAccess.empty(buffer);
    }
}
