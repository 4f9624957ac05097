package dev.spine.iop.executive;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.param.ParameterGroup;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ScalarValues;
import dev.spine.iop.kernel.AbortSelection;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A device of a private class: answers function 0x90, keeps 0x91, ends 0x92 without a reply, and knows no other. */
final class TestDevice implements DeviceModule, ExecutiveGroups {
    static final int ANSWER = 0x90;
    static final int KEEP = 0x91;
    static final int FINISH = 0x92;
    static final int EVENT = 0x4;
    static final ParameterGroup GROUP = ParameterGroup.scalar(0x0001, "TestGroup").u32("Number").u32("Setting").build();

    final List<KernelRequest> kept = new ArrayList<>();
    final List<String> life = new ArrayList<>();
    private long setting = 5;
    private @Nullable DeviceContext context;

    DeviceContext context() {
        return Objects.requireNonNull(context);
    }

    long setting() {
        return setting;
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("test0", ClassId.ofSpine(DeviceClass.DISPLAY).word(), 0x2A, 0x0102_0304_0506_0708L, EVENT,
            "Test device");
    }

    @Override
    public void addTo(ParameterSet set) {
        set.add(new ScalarValues(GROUP).number("Number", 42).setting("Setting", () -> setting, value -> {
            setting = value;
            return true;
        }));
    }

    @Override
    public void attach(DeviceContext given) {
        context = given;
        life.add("attach");
    }

    @Override
    public void enable() {
        life.add("enable");
    }

    @Override
    public void quiesce() {
        life.add("quiesce");
    }

    @Override
    public void reset() {
        life.add("reset");
        kept.clear();
    }

    @Override
    public int abort(AbortSelection selection) {
        int aborted = 0;
        for (KernelRequest request : List.copyOf(kept)) {
            // What carries a 1 in word 4 counts as begun.
            boolean begun = request.frame().wordOrZero(4) == 1;
            if (selection.selects(request) && !(begun && selection.onlyUnbegun())) {
                kept.remove(request);
                request.abort(begun ? RequestStatus.ABORT_PARTIAL_TRANSFER : RequestStatus.ABORT_NO_DATA_TRANSFER, 0);
                aborted++;
            }
        }
        return aborted;
    }

    @Override
    public void onMessage(KernelRequest request) {
        MessageFrame frame = request.frame();
        switch (frame.function()) {
            case ANSWER -> answer(request);
            case KEEP -> kept.add(request);
            case FINISH -> request.finish();
            default -> {
                Replies.transactionError(frame, request.openReply(), DetailedStatus.UNKNOWN_FUNCTION, 7);
                request.sendReply();
            }
        }
    }

    static void answer(KernelRequest request) {
        Replies.single(request.frame(), request.openReply(), 0, 0, request.frame().wordOrZero(4));
        request.sendReply();
    }
}
