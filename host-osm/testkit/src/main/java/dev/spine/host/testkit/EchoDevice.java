package dev.spine.host.testkit;

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

/**
 * The smallest device there is: it answers each request with success and word 4 of the request, at once or when it is told. For tests of
 * what lies below any device: frames, contexts, timeouts, resets. Belongs to the IOP's agent.
 */
public final class EchoDevice implements DeviceModule {
    /** Its class: an OEM class of this project, as no class of the architecture echoes. */
    public static final int CLASS_ID = ClassId.ofSpine(DeviceClass.RUNTIME).word();

    private final Deque<KernelRequest> kept = new ArrayDeque<>();
    private boolean keeping;
    private int enabled;
    private int resets;
    private @Nullable DeviceContext context;

    /** Makes a device that answers at once. */
    public EchoDevice() {
        // Nothing is kept yet.
    }

    /** From now on requests wait for {@link #answerKept}. */
    public void keepRequests() {
        keeping = true;
    }

    /** {@return how many requests wait} */
    public int kept() {
        return kept.size();
    }

    /** {@return how often the device was enabled} */
    public int enabledTimes() {
        return enabled;
    }

    /** {@return how often the device was reset} */
    public int resets() {
        return resets;
    }

    /** Answers what waits, and from now on at once. */
    public void answerKept() {
        keeping = false;
        for (KernelRequest request = kept.poll(); request != null; request = kept.poll()) {
            answer(request);
        }
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("echo", CLASS_ID, 0x7, 0x1122_3344_5566_7788L, 0x1, "Echo device");
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

    private static void answer(KernelRequest request) {
        Replies.single(request.frame(), request.openReply(), 0, 0, request.frame().wordOrZero(4));
        request.sendReply();
    }
}
