package dev.spine.host.testkit.junit;

import static dev.spine.host.testkit.script.Answers.silence;
import static dev.spine.host.testkit.script.Answers.success;
import static dev.spine.host.testkit.script.Requests.function;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.testkit.EchoDevice;
import dev.spine.host.testkit.EchoDriver;
import dev.spine.host.testkit.EchoPlan;
import dev.spine.host.testkit.EngineKind;
import dev.spine.host.testkit.IopKind;
import dev.spine.host.testkit.TestNode;
import dev.spine.host.testkit.script.ScriptedIop;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.UtilEventRegister;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.Tasks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Classes that {@link SpineExtensionTest} runs; most of them must fail. */
final class SubjectsOfTests {
    private SubjectsOfTests() {
    }

    @SpineSystem(EchoPlan.class)
    static class Clean {
        @Test
        void hasAllParts(TestNode node, HostDriver driver, HostAgent host, HostMemory memory, Tasks tasks, Engine engine, Bus bus,
            Account account, IopDriver iop, Iop card, EchoDevice device, EchoDriver echo) {
            assertSame(node.driver(), driver);
            assertSame(node.host(), host);
            assertSame(node.memory(), memory);
            assertSame(node.tasks(), tasks);
            assertSame(node.engine(), engine);
            assertSame(node.bus(), bus);
            assertSame(node.hostAccount(), account);
            assertSame(node.iop("card"), iop);
            assertSame(node.simulated("card"), card);
            assertSame(node.device(EchoDevice.class), device);
            assertEquals(5, node.await("the echo", () -> echo.echo(5)));
        }
    }

    @SpineSystem(EchoPlan.class)
    static class TakesAFrame {
        @Test
        void takes(TestNode node) {
            node.onHost(() -> node.iop().open(EchoDriver.TID, EchoDriver.ECHO, 5, 0, _ -> { }));
        }
    }

    @SpineSystem(EchoPlan.class)
    static class LeavesAClaim {
        @Test
        void claims(TestNode node) {
            node.await("the claim", () -> node.driver().claim(node.iop(), EchoDriver.TID));
        }
    }

    @SpineSystem(EchoPlan.class)
    static class LeavesARegistration {
        @Test
        void registers(TestNode node) {
            node.onHost(() -> {
                int context = node.iop().standingContext(_ -> { });
                UtilEventRegister message = new UtilEventRegister(-1);
                OutgoingRequest request = node.iop().openStanding(EchoDriver.TID, message.kind().function(),
                    message.sizeWords(), 0, context);
                message.emit(request.frame(), Header.fromHost(EchoDriver.TID, context, 0));
                request.post();
                return context;
            });
        }
    }

    @SpineSystem(EchoPlan.class)
    static class LeavesARequest {
        @Test
        void asks(TestNode node, EchoDevice device, EchoDriver driver) {
            device.keepRequests();
            node.onHost(() -> driver.echo(1));
        }
    }

    @SpineSystem(value = EchoPlan.class, lifetime = SpineSystem.Lifetime.CLASS)
    static class SharesANode {
        @Test
        void claims(TestNode node) {
            node.await("the claim", () -> node.driver().claim(node.iop(), EchoDriver.TID));
        }

        @Test
        void echoes(TestNode node, EchoDriver driver) {
            assertEquals(2, node.await("the echo", () -> driver.echo(2)));
        }
    }

    static class AsksForAnother {
        @RegisterExtension
        final SpineExtension spine = SpineExtension.on(EngineKind.MODELLED,
            node -> node.scripted("card").offering(EchoDriver.class, EchoDriver::new));

        @Test
        void asks(TestNode node, ScriptedIop iop, EchoDriver driver) {
            iop.device(EchoDriver.TID, DeviceClass.DDM).expects(function(EchoDriver.ECHO).word(4, 7)).replies(success(7));
            assertEquals(7, node.await("the echo", () -> driver.echo(8)));
        }
    }

    static class DoesNothing {
        @RegisterExtension
        final SpineExtension spine = SpineExtension.on(EngineKind.MODELLED, node -> node.scripted("card"));

        @Test
        void waits(ScriptedIop iop) {
            iop.expects(function(EchoDriver.ECHO)).times(2);
        }
    }

    static class MeetsSilence {
        @RegisterExtension
        static final SpineExtension SPINE = SpineExtension.on(EngineKind.MODELLED,
            node -> node.scripted("card").offering(EchoDriver.class, EchoDriver::new));

        @Test
        void waits(TestNode node, ScriptedIop iop, EchoDriver driver) {
            iop.expects(function(EchoDriver.ECHO)).replies(silence());
            assertThrows(HostException.class, () -> node.await("the echo", () -> driver.echo(8)));
        }
    }

    @SpineSystem(EchoPlan.class)
    static class HasNoRecording {
        @TestOnEachKind(IopKind.RECORDED)
        void runs() {
            // Never gets here.
        }
    }
}
