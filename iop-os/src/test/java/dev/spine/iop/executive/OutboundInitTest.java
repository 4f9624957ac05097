package dev.spine.iop.executive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.i2o.IopState;
import dev.spine.i2o.message.exec.ExecIopReset;
import dev.spine.i2o.message.exec.ExecOutboundInit;
import dev.spine.i2o.message.exec.OutboundInitStatus;
import dev.spine.i2o.message.exec.ResetStatus;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.i2o.table.TableLayouts;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The two functions that answer by a word in the host's memory. */
class OutboundInitTest {
    private static final String RECLAIM_LIST = "ReclaimList";
    private static final int STATUS_AT = 0x10;
    private static final int LIST_AT = 0x3000;

    private final HostSide host = new HostSide();

    private void write(int offset, int word) {
        host.memory.memory().set(java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED, offset, word);
    }

    private void initialise(int capacity, int listBytes) {
        write(STATUS_AT, 0);
        write(LIST_AT, capacity);
        write(LIST_AT + 4, 0);
        host.post(new ExecOutboundInit(4096, ExecOutboundInit.BY_OPERATING_SYSTEM, 128, List.of(
            Simple.into(host.address(STATUS_AT), 4), Simple.into(host.address(LIST_AT), listBytes))));
        assertEquals(OutboundInitStatus.COMPLETE, host.word(STATUS_AT), "the whole word, as NetBSD compares it");
    }

    @Test
    void theReclaimListNamesTheFramesThatTheIopHasHeld() {
        assertEquals(12, TableLayouts.ALL.stream().filter(layout -> layout.name().equals(RECLAIM_LIST)).findFirst().orElseThrow()
            .sizeBytes());
        host.in(IopState.HOLD);
        initialise(32, 8 + 4 * 32);
        assertEquals(HostSide.REPLY_FRAMES, host.word(LIST_AT + 4), "MFAReleaseCount");
        Set<Integer> mfas = new HashSet<>();
        for (int i = 0; i < HostSide.REPLY_FRAMES; i++) {
            mfas.add(host.word(LIST_AT + 8 + 4 * i));
        }
        assertEquals(HostSide.REPLY_FRAMES, mfas.size(), "each once");
        initialise(32, 8 + 4 * 32);
        assertEquals(0, host.word(LIST_AT + 4), "it holds none any more");
    }

    @Test
    void aReclaimListThatIsTooSmallIsFilledAsFarAsItGoes() {
        host.in(IopState.HOLD);
        write(LIST_AT + 8 + 12, 0x5A5A_5A5A);
        initialise(3, 8 + 4 * 32);
        assertEquals(3, host.word(LIST_AT + 4));
        assertEquals(0x5A5A_5A5A, host.word(LIST_AT + 8 + 12));
    }

    @Test
    void aResetSaysThatItHasBegun() {
        host.in(IopState.OPERATIONAL);
        write(STATUS_AT, 0);
        host.post(new ExecIopReset(host.address(STATUS_AT), 0));
        assertEquals(ResetStatus.IN_PROGRESS, host.word(STATUS_AT), "the whole word");
        assertEquals(IopState.INITIALIZING, host.state());
        host.in(IopState.RESET);
    }
}
