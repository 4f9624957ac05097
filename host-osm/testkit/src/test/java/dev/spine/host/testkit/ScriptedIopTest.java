package dev.spine.host.testkit;

import static dev.spine.host.testkit.script.Answers.data;
import static dev.spine.host.testkit.script.Answers.silence;
import static dev.spine.host.testkit.script.Answers.success;
import static dev.spine.host.testkit.script.Answers.transportFailure;
import static dev.spine.host.testkit.script.Requests.claim;
import static dev.spine.host.testkit.script.Requests.privateMessage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.host.driver.RefusedException;
import dev.spine.host.driver.RequestFailedException;
import dev.spine.host.testkit.script.ScriptMismatchError;
import dev.spine.host.testkit.script.ScriptedIop;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.PrivateMessage;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.iop.bus.Region;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a scripted IOP does, seen from the host's side. */
class ScriptedIopTest {
    private static final int TID = 0x008;
    private static final int ORGANIZATION = 0x1234;

    private final TestNode node = TestNode.on(EngineKind.MODELLED).scripted("iop1").start();
    private final ScriptedIop iop = node.scripted().device(TID, DeviceClass.DDM);

    @AfterEach
    void close() {
        node.close();
    }

    private MessageFrame ask(int extendedFunction, int word) {
        return node.await("a reply", () -> node.driver().ask(node.iop(), TID,
            new PrivateMessage(ORGANIZATION, extendedFunction, List.of(word), List.of())));
    }

    @ParameterizedTest
    @EnumSource
    void bootsAsAnyIopDoes(EngineKind kind) {
        try (TestNode other = TestNode.on(kind).scripted("a").scripted("b").start()) {
            other.scripted("a").device(TID, DeviceClass.DDM);
            assertEquals(List.of("a", "b"), other.boot().iops().stream().map(report -> report.name()).toList());
            assertEquals(2, other.boot().iops().getFirst().configuration().entries().size());
            other.allScripted().forEach(ScriptedIop::verify);
        }
    }

    @Test
    void repliesAsTheScriptSays() {
        node.boot();
        iop.expects(privateMessage(ORGANIZATION, 1).to(TID).word(5, 7)).replies(success(42));
        assertEquals(42, ask(1, 7).word(5));
        iop.verify();
    }

    @Test
    void comparesARequestThatIsNotExpectedFieldByField() {
        node.boot();
        iop.expects(privateMessage(ORGANIZATION, 1).to(TID).word(5, 7));
        assertThrows(RefusedException.class, () -> ask(1, 8));
        String report = assertThrows(ScriptMismatchError.class, iop::verify).getMessage();
        assertTrue(report.contains("! word 5"), report);
        assertTrue(report.contains("expected 7"), report);
        assertTrue(report.contains("was 8"), report);
        assertTrue(report.contains("PrivateMessage 0x1 to TID 0x008"), report);
        assertTrue(report.contains("expected what never came"), report);
    }

    @Test
    void silenceEndsInATimeOutThatTakesNoRealTime() {
        node.boot();
        iop.expects(privateMessage(ORGANIZATION, 1)).replies(silence());
        RequestFailedException failure = assertThrows(RequestFailedException.class, () -> ask(1, 0));
        assertTrue(failure.getMessage().contains("TIMEOUT"), failure.getMessage());
    }

    @Test
    void transportFailureComesWithItsCodeAndItsFrameComesBack() {
        node.boot();
        iop.expects(privateMessage(ORGANIZATION, 1)).replies(transportFailure(FailureCode.CONGESTION));
        RequestFailedException failure = assertThrows(RequestFailedException.class, () -> ask(1, 0));
        assertEquals(FailureCode.CONGESTION, failure.failure().failureCode());
        node.advance(1_000_000);
        assertEquals(8, iop.function().link().inbound().freeForSender());
        assertTrue(iop.heard().contains("UTIL_NOP"), iop.heard().toString());
    }

    @Test
    void writesDataIntoTheBuffersThatTheDriverNames() {
        node.boot();
        Region buffer = node.memory().allocate("buffer", 16);
        iop.expects(privateMessage(ORGANIZATION, 2).buffersInto(16)).replies(data((byte) 1, (byte) 2, (byte) 3).then(success(3)));
        node.await("data", () -> node.driver().ask(node.iop(), TID, new PrivateMessage(ORGANIZATION, 2, List.of(),
            List.of(Simple.into((int) buffer.base(), 16)))));
        assertEquals(2, buffer.memory().get(ValueLayout.JAVA_BYTE, 1));
    }

    @Test
    void delayPassesInVirtualTime() {
        node.boot();
        iop.expects(privateMessage(ORGANIZATION, 1)).replies(success().after(Duration.ofSeconds(3)));
        long before = node.onHost(() -> node.host().context().nowNs());
        ask(1, 0);
        long after = node.onHost(() -> node.host().context().nowNs());
        assertTrue(after - before >= Duration.ofSeconds(3).toNanos(), () -> (after - before) + " ns");
    }

    @Test
    void claimsAreKeptAsAnyIopKeepsThem() {
        node.boot();
        node.await("a claim", () -> node.driver().claim(node.iop(), TID));
        assertThrows(RefusedException.class, () -> node.await("a second claim", () -> node.driver().claim(node.iop(), TID)));
        iop.expects(claim().to(TID)).replies(success());
        node.await("a claim that the script allows", () -> node.driver().claim(node.iop(), TID));
        iop.verify();
    }
}
