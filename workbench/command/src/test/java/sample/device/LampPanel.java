package sample.device;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import org.jspecify.annotations.Nullable;

/** A panel of lamps, one a bit: a request sets all of them and is told how they were. Belongs to the IOP's agent. */
public final class LampPanel implements DeviceModule {
    /** Its only function: word 4 are the lamps that shall be lit. */
    public static final int SET = 0x90;

    private static final int LAMPS_WORD = 4;

    private final int known;
    private int lit;
    private @Nullable DeviceContext context;

    /** A panel that is dark, of 1 to 32 lamps. */
    public LampPanel(int lamps) {
        known = -1 >>> Integer.SIZE - lamps;
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("panel", ClassId.ofSpine(DeviceClass.RUNTIME).word(), 0, 0x4C41_4D50_0000_0001L, 0, "Lamp panel");
    }

    @Override
    public void attach(DeviceContext given) {
        context = given;
    }

    @Override
    public void reset() {
        lit = 0;
    }

    @Override
    public void onMessage(KernelRequest request) {
        DeviceContext place = context;
        if (place != null) {
            place.agent().charge(Op.BUILD_FRAME);
        }
        int wanted = request.frame().wordOrZero(LAMPS_WORD);
        if (request.frame().function() != SET) {
            Replies.single(request.frame(), request.openReply(), RequestStatus.ERROR_NO_DATA_TRANSFER,
                DetailedStatus.UNSUPPORTED_FUNCTION);
        } else if ((wanted & ~known) != 0) {
            Replies.single(request.frame(), request.openReply(), RequestStatus.ERROR_NO_DATA_TRANSFER,
                DetailedStatus.INVALID_PARAMETER);
        } else {
            Replies.single(request.frame(), request.openReply(), RequestStatus.SUCCESS, DetailedStatus.SUCCESS, lit);
            lit = wanted;
        }
        request.sendReply();
    }
}
