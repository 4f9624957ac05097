package dev.spine.host.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.exec.ExecCommand;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.StepContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The boot against IOPs that do not behave: mute, refusing, hung, of another version, short of frames. */
@ParameterizedClass
@EnumSource
class HostDriverTest {
    private static final int FRAMES = 8;
    private static final long WAIT_NS = 50_000_000;

    private final StepContext context = new StepContext("node0/host");
    private final Bus bus = new Bus(2);
    private final HostAgent host = new HostAgent(context, new DmaEngine(bus, BusAgent.host()));
    private final HostMemory memory = new HostMemory(bus, BusAgent.host());
    private final HostDriver driver = new HostDriver(host, memory, BootSettings.STANDARD.withReplyFrames(16).waiting(WAIT_NS));
    private final List<ScriptedExecutive> executives = new ArrayList<>();

    private final HostInterface hostInterface;

    HostDriverTest(HostInterface hostInterface) {
        this.hostInterface = hostInterface;
    }

    private ScriptedExecutive add() {
        ScriptedExecutive executive = new ScriptedExecutive(memory, FRAMES);
        executives.add(executive);
        driver.add(hostInterface.port(executive.iop, memory));
        return executive;
    }

    /** Lets host and IOPs work, and time pass, until the result is there. */
    private <T> Pending<T> settle(Pending<T> pending) {
        for (int i = 0; i < 20_000 && !pending.isDone(); i++) {
            while (host.doWork(10) > 0) {
                executives.forEach(ScriptedExecutive::serve);
            }
            executives.forEach(ScriptedExecutive::serve);
            context.advance(Math.max(1, Math.min(context.wakeNs() - context.nowNs(), 1_000_000)));
        }
        assertTrue(pending.isDone(), "the boot comes to an end");
        return pending;
    }

    private SystemReport boot() {
        return settle(driver.boot()).get();
    }

    private String onlyFailure() {
        SystemReport report = boot();
        assertEquals(1, report.failures().size());
        return report.failures().getFirst().reason();
    }

    private void assertFramesBack() {
        host.doWork(100);
        for (ScriptedExecutive executive : executives) {
            executive.serve();
            executive.returnWithheld();
            assertEquals(FRAMES, executive.iop.inbound.freeForSender());
            assertEquals(0, executive.iop.outbound.ownedByTarget());
        }
    }

    @Test
    void sendsTheSequenceOfTheArchitecture() {
        ScriptedExecutive iop = add();
        SystemReport report = boot();
        assertEquals(List.of(), report.failures());
        assertEquals(List.of("EXEC_STATUS_GET", "EXEC_OUTBOUND_INIT", "EXEC_STATUS_GET", "EXEC_HRT_GET", "EXEC_SYS_TAB_SET",
            "EXEC_STATUS_GET", "EXEC_SYS_ENABLE", "EXEC_STATUS_GET", "UTIL_EVENT_REGISTER", "EXEC_LCT_NOTIFY"), iop.heard);
        assertEquals(16, iop.iop.outbound.freeForSender());
        assertFramesBack();
    }

    @Test
    void iopThatIsNotInResetIsResetFirst() {
        for (IopState start : List.of(IopState.HOLD, IopState.READY, IopState.OPERATIONAL, IopState.FAILED)) {
            ScriptedExecutive iop = add().in(start);
            iop.heard.clear();
        }
        assertEquals(List.of(), boot().failures());
        for (ScriptedExecutive iop : executives) {
            assertEquals(List.of("EXEC_STATUS_GET", "EXEC_IOP_RESET", "EXEC_STATUS_GET", "EXEC_OUTBOUND_INIT"), iop.heard.subList(0, 4));
        }
        assertFramesBack();
    }

    @Test
    void iopThatGivesNoStatusBlockIsResetAndThenGivenUp() {
        ScriptedExecutive iop = add().muteTo(Function.EXEC_STATUS_GET);
        assertTrue(onlyFailure().contains("status block"), "says what was waited for");
        assertTrue(iop.heard.contains("EXEC_IOP_RESET"));
        assertFramesBack();
    }

    @Test
    void iopThatIsHungUntilItIsResetComesUp() {
        ScriptedExecutive iop = add().in(IopState.OPERATIONAL).muteTo(Function.EXEC_STATUS_GET);
        Pending<SystemReport> pending = driver.boot();
        for (int i = 0; i < 1_000 && !iop.heard.contains("EXEC_IOP_RESET"); i++) {
            host.doWork(10);
            iop.serve();
            context.advance(1_000_000);
        }
        iop.speaksAgain();
        assertEquals(List.of(), settle(pending).get().failures());
        assertFramesBack();
    }

    @Test
    void iopThatRefusesToBeResetIsNamed() {
        add().in(IopState.OPERATIONAL).resetWord(2);
        assertTrue(onlyFailure().contains("refuses to be reset"));
        assertFramesBack();
    }

    @Test
    void iopThatNeverBeginsTheResetIsNamed() {
        add().in(IopState.OPERATIONAL).muteTo(Function.EXEC_IOP_RESET);
        assertTrue(onlyFailure().contains("the reset to begin"));
    }

    @Test
    void iopThatComesOutOfTheResetInAnotherStateIsNamed() {
        add().in(IopState.OPERATIONAL).afterReset(IopState.FAILED);
        assertTrue(onlyFailure().contains("is FAILED and should be RESET"));
        assertFramesBack();
    }

    @Test
    void faultedHardwareAndOtherVersionsAreGivenUp() {
        add().in(IopState.FAULTED).afterReset(IopState.FAULTED);
        add().version(2);
        SystemReport report = boot();
        assertEquals(2, report.failures().size());
        assertTrue(report.failures().get(1).reason().contains("version"), report.toString());
    }

    @Test
    void outboundQueueThatFailsIsTriedAgain() {
        ScriptedExecutive iop = add().outboundWord(3);
        assertTrue(onlyFailure().contains("outbound queue"));
        assertEquals(2, iop.heard.stream().filter("EXEC_IOP_RESET"::equals).count(), "three attempts in all");
        assertFramesBack();
    }

    @Test
    void failureOfOneIopLeavesTheOthersWithATableOfThemselves() {
        add();
        ScriptedExecutive bad = add().refuses(Function.EXEC_SYS_ENABLE, RequestStatus.ERROR_NO_DATA_TRANSFER);
        add();
        SystemReport report = boot();
        assertEquals(2, report.iops().size());
        assertEquals(1, report.failures().size());
        assertEquals(2, report.table().entries().size());
        assertEquals(List.of(2, 4), report.table().entries().stream().map(entry -> entry.iopId()).toList());
        assertFalse(bad.state() == IopState.OPERATIONAL);
        assertEquals(2, executives.getFirst().heard.stream().filter("EXEC_SYS_TAB_SET"::equals).count(), "the table is sent anew");
        assertFramesBack();
    }

    @Test
    void hardwareTableIsReadAgainWhenItDoesNotFit() {
        List<HardwareResourceTable.Entry> adapters =
            IntStream.range(0, 5).mapToObj(i -> HardwareResourceTable.Entry.pci(i, 8 + i, 0, i, 0, 0x8086, 0x1960)).toList();
        ScriptedExecutive iop = add().hardware(HardwareResourceTable.of(1, adapters));
        assertEquals(adapters, boot().iops().getFirst().hardware().entries());
        assertEquals(2, iop.heard.stream().filter("EXEC_HRT_GET"::equals).count());
    }

    @Test
    void bootWaitsForFramesAndFailsWhenNoneComes() {
        ScriptedExecutive iop = add();
        for (int i = 0; i < FRAMES; i++) {
            iop.iop.inbound.take();
        }
        assertTrue(onlyFailure().contains("a free message frame"));
        assertEquals(List.of(), iop.heard);
    }

    @Test
    void lateStatusBlockOfAnEarlierQuestionIsNotTakenForTheAnswer() {
        ScriptedExecutive iop = add();
        boot();
        iop.muteTo(Function.EXEC_STATUS_GET);
        Pending<?> first = settle(driver.status(driver.iops().getFirst()));
        assertThrows(HostException.class, first::get);
        iop.speaksAgain();
        Pending<?> second = driver.status(driver.iops().getFirst());
        // The IOP answers the first question now, into memory that is nobody's any more.
        assertFalse(second.isDone());
        assertEquals(IopState.OPERATIONAL.code(), settle(driver.status(driver.iops().getFirst())).get().iopState());
        settle(second).get();
    }

    @Test
    void refusalNamesFunctionAndStatus() {
        ScriptedExecutive iop = add();
        boot();
        iop.refuses(Function.EXEC_SYS_ENABLE, RequestStatus.ERROR_NO_DATA_TRANSFER);
        Pending<MessageFrame> asked = settle(driver.ask(driver.iops().getFirst(), Tid.EXECUTIVE, new ExecCommand(ExecCommand.SYS_ENABLE)));
        RefusedException refused = assertThrows(RefusedException.class, asked::get);
        assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER, refused.requestStatus());
        assertTrue(refused.toString().contains("EXEC_SYS_ENABLE") && refused.toString().contains("ERROR_NO_DATA_TRANSFER"),
            refused.toString());
        assertFramesBack();
    }
}
