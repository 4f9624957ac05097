package dev.spine.peer;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.lan.LanSendReply;
import dev.spine.i2o.sgl.FragmentSource;
import dev.spine.i2o.sgl.SglLimits;
import dev.spine.i2o.sgl.SglReader;
import dev.spine.iop.bus.Region;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A LAN port that keeps the packets that it is asked to send, and answers at once, late, or of some with a refusal. */
final class TestLan implements DeviceModule {
    private final Deque<KernelRequest> waiting = new ArrayDeque<>();
    private final SglReader reader = new SglReader(new SglLimits(128, 1 << 20, 0, 16), FragmentSource.NONE);
    private @Nullable DeviceContext context;
    /** Packets of each message. */
    final List<Integer> counts = new ArrayList<>();
    final List<byte[]> packets = new ArrayList<>();
    boolean silent;
    /** What it names its answers by, in place of what it was asked by; 0 for that. */
    int cookie;
    /** Whether every second packet is refused. */
    boolean picky;
    /** Whether the last packet of each message is not named. */
    boolean forgetful;

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("lan", ClassId.standard(DeviceClass.LAN).word(), 0, 6, 0, "test");
    }

    @Override
    public void attach(DeviceContext given) {
        context = given;
    }

    @Override
    public void reset() {
        waiting.clear();
    }

    @Override
    public void onMessage(KernelRequest request) {
        if (request.frame().function() != Function.LAN_PACKET_SEND) {
            request.finish();
            return;
        }
        waiting.add(request);
        if (!silent) {
            speak();
        }
    }

    /** Sends what waits. On its agent. */
    void speak() {
        silent = false;
        while (!waiting.isEmpty()) {
            answer(waiting.remove());
        }
    }

    private void answer(KernelRequest request) {
        List<Integer> sent = new ArrayList<>();
        List<Integer> refused = new ArrayList<>();
        reader.begin(request.frame(), MessageFrame.HEADER_WORDS);
        while (reader.next()) {
            boolean refuse = picky && (sent.size() + refused.size()) % 2 == 1;
            (refuse ? refused : sent).add(reader.context());
            Region region = Objects.requireNonNull(
                Objects.requireNonNull(context).bus().find(reader.address(), reader.byteCount()), "an address of the bus");
            packets.add(region.memory().asSlice(reader.address() - region.base(), reader.byteCount()).toArray(ValueLayout.JAVA_BYTE));
        }
        counts.add(sent.size() + refused.size());
        if (forgetful) {
            sent.removeLast();
        }
        if (!refused.isEmpty()) {
            MessageFrame partial = Objects.requireNonNull(request.openPartial());
            reply(request, partial, refused, MessageFlags.REPLY, RequestStatus.ERROR_NO_DATA_TRANSFER);
            request.sendPartial();
        }
        reply(request, request.openReply(), sent, MessageFlags.FINAL_REPLY, RequestStatus.SUCCESS);
        request.sendReply();
    }

    /** What the message that has waited longest is named by. */
    int firstCookie() {
        return waiting.getFirst().frame().initiatorContext();
    }

    private void reply(KernelRequest request, MessageFrame frame, List<Integer> contexts, int flags, int status) {
        LanSendReply.begin(request.frame(), frame);
        contexts.forEach(number -> LanSendReply.add(frame, number));
        LanSendReply.end(frame, flags, status, 0);
        if (cookie != 0) {
            frame.contexts(cookie, frame.transactionContext());
        }
    }
}
