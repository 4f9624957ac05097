package sample.dear;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.ServiceRights;
import dev.spine.extension.router.EgressStage;
import dev.spine.extension.router.EgressStages;

/**
 * A stage that uses much: the parameter {@code rounds} says how often it looks at each frame, {@code fuel} what a call may use. With the
 * parameter {@code varies} it looks at each frame another number of times, up to that.
 */
public final class DearStage implements Extension, EgressStage {
    /** The stage's number. */
    public static final int NUMBER = 17;
    private static final int MAC_BYTES = 14;

    private int rounds;
    private boolean varies;
    private int calls;

    /** Loaded by the runtime. */
    public DearStage() {}

    @Override
    public void start(ExtensionContext context) {
        rounds = Integer.parseInt(String.valueOf(context.parameter("rounds")));
        varies = context.parameter("varies") != null;
        context.services().export(EgressStages.SERVICE, NUMBER, ServiceRights.OWNER,
            Integer.parseInt(String.valueOf(context.parameter("fuel"))), this);
    }

    @Override
    public int onEgress(Buffer frame, int offset, int bytes, int ingressPort) {
        calls = calls * 1_103_515_245 + 12_345;
        int times = varies ? (calls >>> 8) % rounds : rounds;
        int sum = 0;
        for (int i = 0; i < times; i++) {
            sum |= frame.u8(offset + MAC_BYTES);
        }
        // What was read counts, so that nobody leaves the reading out.
        return sum < 0 ? 0 : bytes;
    }
}
