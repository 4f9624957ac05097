package dev.spine.host.driver;

import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.message.exec.ExecHrtGet;
import dev.spine.i2o.message.exec.ExecIopReset;
import dev.spine.i2o.message.exec.ExecLctNotify;
import dev.spine.i2o.message.exec.ExecOutboundInit;
import dev.spine.i2o.message.exec.ExecStatusGet;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.i2o.table.StatusBlock.PrivateSpace;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A scripted IOP that plays an executive: honest unless a test tells it to be mute, to refuse, or to report something else. */
final class ScriptedExecutive {
    final ScriptedIop iop;
    final List<String> heard = new ArrayList<>();
    private final HostMemory memory;
    private final Set<Integer> mute = new HashSet<>();
    private final Map<Integer, Integer> refusals = new HashMap<>();
    private final List<ScriptedIop.Taken> withheld = new ArrayList<>();
    private HardwareResourceTable hardware = HardwareResourceTable.of(1, List.of());
    private IopState state = IopState.RESET;
    private IopState afterReset = IopState.RESET;
    private int version = 1;
    private int resetWord = 1;
    private int outboundWord = 4;

    ScriptedExecutive(HostMemory memory, int frames) {
        this.memory = memory;
        this.iop = new ScriptedIop(frames);
    }

    ScriptedExecutive in(IopState start) {
        state = start;
        return this;
    }

    ScriptedExecutive muteTo(int function) {
        mute.add(function);
        return this;
    }

    ScriptedExecutive speaksAgain() {
        mute.clear();
        return this;
    }

    ScriptedExecutive refuses(int function, int requestStatus) {
        refusals.put(function, requestStatus);
        return this;
    }

    ScriptedExecutive version(int code) {
        version = code;
        return this;
    }

    ScriptedExecutive resetWord(int word) {
        resetWord = word;
        return this;
    }

    ScriptedExecutive afterReset(IopState next) {
        afterReset = next;
        return this;
    }

    ScriptedExecutive outboundWord(int word) {
        outboundWord = word;
        return this;
    }

    ScriptedExecutive hardware(HardwareResourceTable table) {
        hardware = table;
        return this;
    }

    IopState state() {
        return state;
    }

    private MemorySegment at(int address, int bytes) {
        return Objects.requireNonNull(memory.at(address, bytes), "the host has named memory of its own");
    }

    /** Serves everything that is posted. */
    void serve() {
        for (var frame = iop.inbound.poll(); frame != null; frame = iop.inbound.poll()) {
            MessageFrame copy = new MessageFrame();
            copy.wrap(MemorySegment.ofArray(new byte[ScriptedIop.FRAME_BYTES]), 0, ScriptedIop.FRAME_BYTES);
            MemorySegment.copy(frame.memory(), frame.offset(), copy.memory(), 0, ScriptedIop.FRAME_BYTES);
            ScriptedIop.Taken taken = new ScriptedIop.Taken(frame, copy);
            heard.add(Function.name(copy.function()));
            if (mute.contains(copy.function())) {
                withheld.add(taken);
            } else {
                answer(taken);
            }
        }
    }

    /** Returns the frames of requests that were never answered, as a reset would. */
    void returnWithheld() {
        withheld.forEach(iop::free);
        withheld.clear();
    }

    private void answer(ScriptedIop.Taken taken) {
        MessageFrame message = taken.message();
        Integer refusal = refusals.get(message.function());
        if (refusal != null) {
            iop.finish(taken, refusal);
            return;
        }
        switch (message.function()) {
            case Function.EXEC_STATUS_GET -> {
                statusBlock().emit(at(ExecStatusGet.KIND.parse(message).bufferAddressLow(), StatusBlock.BYTES), 0);
                iop.free(taken);
            }
            case Function.EXEC_IOP_RESET -> {
                at(ExecIopReset.KIND.parse(message).statusAddressLow(), 4).set(ValueLayout.JAVA_INT, 0, resetWord);
                iop.forgetQueues();
                iop.free(taken);
                returnWithheld();
                state = resetWord == 1 ? afterReset : state;
            }
            case Function.EXEC_OUTBOUND_INIT -> {
                Simple word = (Simple) ExecOutboundInit.KIND.parse(message).sgl().getFirst();
                iop.initialiseOutbound();
                at(word.address(), 4).set(ValueLayout.JAVA_INT, 0, outboundWord);
                iop.free(taken);
                state = state == IopState.RESET && outboundWord == 4 ? IopState.HOLD : state;
            }
            case Function.EXEC_HRT_GET -> {
                Simple buffer = (Simple) ExecHrtGet.KIND.parse(message).sgl().getFirst();
                hardware.emitPrefix(at(buffer.address(), buffer.byteCount()), 0, buffer.byteCount());
                iop.finish(taken, 0);
            }
            case Function.EXEC_LCT_NOTIFY -> {
                Simple buffer = (Simple) ExecLctNotify.KIND.parse(message).sgl().getFirst();
                LogicalConfigurationTable.of(1, List.of()).emitPrefix(at(buffer.address(), buffer.byteCount()), 0, buffer.byteCount());
                iop.finish(taken, 0);
            }
            case Function.EXEC_SYS_TAB_SET -> {
                state = state == IopState.HOLD ? IopState.READY : state;
                iop.finish(taken, 0);
            }
            case Function.EXEC_SYS_ENABLE -> {
                state = IopState.OPERATIONAL;
                iop.finish(taken, 0);
            }
            case Function.UTIL_NOP, Function.UTIL_EVENT_REGISTER -> iop.free(taken);
            default -> iop.finish(taken, 0);
        }
    }

    private StatusBlock statusBlock() {
        return new StatusBlock(OrganizationId.SPINE, 2, 0, 0, version, state.code(), 0, ScriptedIop.FRAME_BYTES / 4, 0, 8, 8, 64,
            "scripted", 12, 0, PrivateSpace.NONE, PrivateSpace.NONE);
    }

}
