package dev.spine.extension.router.host;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.iop.executive.EventSource;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A module of a card that has events of other devices told, as the executive does with those that it kept for a while. */
final class Rumour implements DeviceModule {
    private @Nullable DeviceContext context;

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("rumour", ClassId.standard(DeviceClass.DDM).word(), 0, 6, 0, "test");
    }

    @Override
    public void attach(DeviceContext given) {
        context = given;
    }

    @Override
    public void reset() {
        // It keeps nothing.
    }

    @Override
    public void onMessage(KernelRequest request) {
        request.finish();
    }

    private DeviceContext context() {
        return Objects.requireNonNull(context, "it is installed");
    }

    /** On the card's agent. */
    void notify(int tid, int indicator, int... data) {
        Objects.requireNonNull(context().service(EventSource.class)).report(tid, indicator, data);
    }
}
