package dev.spine.extension.host.kernel;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.LentBuffers;
import dev.spine.extension.host.Listening;
import dev.spine.extension.host.kernel.PlacedNode.Where;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.HostModel;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.testkit.EngineKind;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.engine.Tasks;
import dev.spine.measure.ThreadAllocation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import programs.Pourer;

/**
 * Messages with data to the application allocate nothing: at the place of the extension, and, where no test watches every frame, on the
 * host that takes them.
 */
@Tag("allocation")
class HostDataAllocationTest {
    private static final long WARM_UP = 10_000;
    private static final long MEASURED = 10_000;

    private long heard;
    private long until;
    private int pourer;

    @ParameterizedTest
    @EnumSource
    void messagesWithDataAllocateNothing(Where where) throws InterruptedException {
        try (PlacedNode node = new PlacedNode(where, EngineKind.LIVE_TWO_CORES, HostModel.POLLED, InstanceLimits.STANDARD)) {
            pourer = node.load(Pourer.class);
            int context = node.onHost(() -> node.iop.standingContext(reply -> { }));
            try (Listening _ = node.client().listen(6, new LentBuffers(4, 1_024), (_, data) -> {
                heard += data == null ? 0 : 1;
                if (heard < until) {
                    order(node, context);
                }
            })) {
                Tasks place = where == Where.HOST ? node.node.tasks() : node.node.engine().tasks(node.node.simulated("card"));
                long thread = place.call(() -> Thread.currentThread().threadId());
                assertTrue(where == Where.HOST || thread != node.onHost(() -> Thread.currentThread().threadId()));
                exchange(node, context, WARM_UP);
                long allocated = ThreadAllocation.least(thread, MEASURED / 10, () -> exchange(node, context, MEASURED));
                assertTrue(allocated < MEASURED / 10, allocated + " bytes for " + MEASURED + " messages with data");
            }
            node.onHost(() -> {
                node.iop.release(context);
                return Boolean.TRUE;
            });
        }
    }

    private void exchange(PlacedNode node, int context, long count) throws InterruptedException {
        long end = until + count;
        node.onHost(() -> {
            until = end;
            order(node, context);
            return Boolean.TRUE;
        });
        node.node.tasks().await("the data", () -> heard >= end);
    }

    private void order(PlacedNode node, int context) {
        if (node.where() == Where.HOST) {
            if (node.kernel.open(pourer, 1, 0) == null) {
                throw new AssertionError("one message at a time always has a frame");
            }
            node.kernel.post();
            return;
        }
        OutgoingRequest request =
            node.iop.openStanding(node.cardTid, Function.SMALL_MESSAGE, RuntimeProtocol.SMALL_WORDS, 0, context);
        if (request == null) {
            throw new AssertionError("one message at a time always has a frame");
        }
        MessageFrame frame = request.frame();
        frame.contexts(context, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(pourer, 1), 0, RuntimeProtocol.KIND_SMALL));
        for (int i = RuntimeProtocol.FIRST_USER_WORD; i < RuntimeProtocol.SMALL_WORDS; i++) {
            frame.setWord(i, 0);
        }
        request.post();
    }
}
