package dev.spine.host.driver;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Replies;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A device that answers each request with success and word 4 of it, at once or when it is told. */
final class EchoDevice implements DeviceModule {
    private final Deque<KernelRequest> kept = new ArrayDeque<>();
    private boolean keeping;
    private int enabled;
    private int resets;
    private @Nullable DeviceContext context;

    void keepRequests() {
        keeping = true;
    }

    int enabledTimes() {
        return enabled;
    }

    int resets() {
        return resets;
    }

    int kept() {
        return kept.size();
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("echo", ClassId.ofSpine(DeviceClass.RUNTIME).word(), 0x7, 0x1122_3344_5566_7788L, 0x1, "Echo device");
    }

    @Override
    public void attach(DeviceContext given) {
        this.context = given;
    }

    @Override
    public void enable() {
        enabled++;
    }

    @Override
    public void reset() {
        resets++;
        kept.clear();
    }

    @Override
    public void onMessage(KernelRequest request) {
        DeviceContext place = context;
        if (place != null) {
            place.agent().charge(Op.BUILD_FRAME);
        }
        if (keeping) {
            kept.add(request);
            return;
        }
        answer(request);
    }

    void answerKept() {
        keeping = false;
        for (KernelRequest request = kept.poll(); request != null; request = kept.poll()) {
            answer(request);
        }
    }

    private static void answer(KernelRequest request) {
        Replies.single(request.frame(), request.openReply(), 0, 0, request.frame().wordOrZero(4));
        request.sendReply();
    }
}
