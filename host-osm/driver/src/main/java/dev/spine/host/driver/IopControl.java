package dev.spine.host.driver;

import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.UtilParams;
import dev.spine.i2o.message.exec.ExecCommand;
import dev.spine.i2o.message.exec.ExecHrtGet;
import dev.spine.i2o.message.exec.ExecIopReset;
import dev.spine.i2o.message.exec.ExecLctNotify;
import dev.spine.i2o.message.exec.ExecOutboundInit;
import dev.spine.i2o.message.exec.ExecStatusGet;
import dev.spine.i2o.message.exec.ExecSysTabSet;
import dev.spine.i2o.message.exec.OutboundInitStatus;
import dev.spine.i2o.message.exec.ResetStatus;
import dev.spine.i2o.param.OperationList;
import dev.spine.i2o.param.ResultList;
import dev.spine.i2o.sgl.SglElement;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.i2o.table.SystemTable;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The control requests of one IOP, each as a pending result. Host agent's thread only.
 *
 * <p>Source: I2O 1.5 executive messages; the host sequence of Linux 2.6.
 */
final class IopControl {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle WORD_HANDLE = WORD.varHandle();
    private static final int PAGE_BYTES = 4096;
    /** Enough for the header and one entry, as drivers ask first; the header says how much is needed. */
    private static final int FIRST_HRT_BYTES = 24;
    private static final int TABLE_ATTEMPTS = 3;
    private static final int ALL_CLASSES = -1;
    private static final int RESULT_OFFSET = ControlBuffers.BYTES / 2;

    private final IopDriver driver;
    private final BootSettings settings;
    private final ControlBuffers buffers;
    private final Watch watch;
    private final DeviceEvents events;
    private final Region replyFrames;
    private int iopId;
    private @Nullable StatusBlock status;
    private @Nullable HardwareResourceTable hardware;
    private @Nullable LogicalConfigurationTable configuration;

    IopControl(HostAgent agent, HostMemory memory, IopDriver driver, BootSettings settings) {
        this.driver = driver;
        this.settings = settings;
        this.buffers = new ControlBuffers(driver.name(), memory);
        this.watch = new Watch(driver.name(), agent);
        this.events = new DeviceEvents(driver, watch, settings.frameNs());
        this.replyFrames = memory.allocate("reply frames of " + driver.name(), (long) settings.replyFrames() * driver.replyFrameBytes());
    }

    IopDriver driver() {
        return driver;
    }

    int iopId() {
        return iopId;
    }

    void iopId(int id) {
        this.iopId = id;
    }

    /** What is known; null while something is missing. */
    @Nullable IopReport report() {
        StatusBlock block = status;
        HardwareResourceTable hrt = hardware;
        LogicalConfigurationTable lct = configuration;
        return block == null || hrt == null || lct == null ? null : new IopReport(driver.name(), iopId, block, hrt, lct);
    }

    @Nullable StatusBlock lastStatus() {
        return status;
    }

    // --- requests without a reply

    /** Posts a request that gets no reply, as soon as there is a frame. */
    private Pending<Boolean> post(Request message) {
        return watch.until("a free message frame", settings.frameNs(), () -> {
            OutgoingRequest request = driver.openSilent(message.kind().function(), message.sizeWords());
            if (request == null) {
                return false;
            }
            message.emit(request.frame(), Header.fromHost(Tid.EXECUTIVE, 0, 0));
            request.post();
            return true;
        });
    }

    /** ExecStatusGet: the status block. */
    Pending<StatusBlock> statusGet() {
        return buffers.with(buffer -> post(new ExecStatusGet(buffer.address(), 0, StatusBlock.BYTES))
            .then(_ -> watch.until("the status block", settings.statusNs(), () -> {
                boolean complete = StatusBlock.isComplete(buffer.memory(), 0);
                VarHandle.acquireFence();
                return complete;
            }))
            .map(_ -> {
                StatusBlock block = StatusBlock.parse(buffer.memory(), 0);
                status = block;
                driver.inOperation(block.iopState() == IopState.OPERATIONAL.code());
                driver.port().learn(block);
                return block;
            }));
    }

    private static int wordAt(MemorySegment memory) {
        return (int) WORD_HANDLE.getAcquire(memory, 0L);
    }

    /** ExecIopReset, and then the status block in state RESET. */
    Pending<StatusBlock> reset() {
        return buffers.with(buffer -> post(new ExecIopReset(buffer.address(), 0))
            .then(_ -> {
                driver.beginReset();
                events.forget();
                hardware = null;
                configuration = null;
                return watch.until("the reset to begin", settings.resetNs(), () -> wordAt(buffer.memory()) != 0);
            })
            .map(_ -> wordAt(buffer.memory())))
            .orElse(why -> {
                driver.endReset();
                throw why;
            })
            .then(word -> {
                if ((word & 0xFF) != ResetStatus.IN_PROGRESS) {
                    driver.endReset();
                    throw new HostException(driver.name() + ": refuses to be reset, status word 0x" + Integer.toHexString(word));
                }
                driver.discardReplies();
                driver.forgotten();
                driver.endReset();
                return awaitState(IopState.RESET);
            });
    }

    /** Asks for the status block until the IOP has booted; it answers when it can. */
    private Pending<StatusBlock> awaitState(IopState wanted) {
        return statusGet().then(block -> {
            if (block.iopState() == IopState.INITIALIZING.code()) {
                return awaitState(wanted);
            }
            return Pending.of(check(block, wanted));
        });
    }

    private StatusBlock check(StatusBlock block, IopState wanted) {
        if (block.iopState() != wanted.code()) {
            throw new HostException(driver.name() + ": is " + IopState.name(block.iopState()) + " and should be " + wanted);
        }
        return block;
    }

    /** ExecOutboundInit, and then the reply frames. */
    Pending<Boolean> outboundInit() {
        int frameBytes = driver.replyFrameBytes();
        return buffers.with(buffer -> post(new ExecOutboundInit(PAGE_BYTES, ExecOutboundInit.BY_OPERATING_SYSTEM,
                frameBytes / Integer.BYTES, List.of(Simple.into(buffer.address(), Integer.BYTES))))
            .then(_ -> watch.until("the outbound queue", settings.outboundNs(),
                () -> wordAt(buffer.memory()) > OutboundInitStatus.IN_PROGRESS))
            .map(_ -> {
                int word = wordAt(buffer.memory());
                if ((word & 0xFF) != OutboundInitStatus.COMPLETE) {
                    throw new HostException(driver.name() + ": did not initialise its outbound queue, status word 0x"
                        + Integer.toHexString(word));
                }
                driver.giveReplyFrames(replyFrames.memory(), replyFrames.base(), settings.replyFrames());
                return Boolean.TRUE;
            }));
    }

    // --- requests with a reply

    private Pending<MessageFrame> ask(int tid, Request message, long waitNs) {
        return driver.call(tid, message, waitNs).map(this::successful);
    }

    private MessageFrame successful(MessageFrame reply) {
        if (reply.requestStatus() != RequestStatus.SUCCESS) {
            throw new RefusedException(driver.name(), reply);
        }
        return reply;
    }

    /** Sends any request to any object and expects success. */
    Pending<MessageFrame> ask(int tid, Request message) {
        return ask(tid, message, settings.controlNs());
    }

    Pending<MessageFrame> clear() {
        return ask(Tid.EXECUTIVE, new ExecCommand(ExecCommand.IOP_CLEAR), settings.enableNs());
    }

    Pending<MessageFrame> sysEnable() {
        return ask(Tid.EXECUTIVE, new ExecCommand(ExecCommand.SYS_ENABLE), settings.enableNs());
    }

    Pending<MessageFrame> sysQuiesce() {
        return ask(Tid.EXECUTIVE, new ExecCommand(ExecCommand.SYS_QUIESCE), settings.enableNs());
    }

    /** ExecHrtGet: read with a small buffer, and again with one that is large enough. */
    Pending<HardwareResourceTable> hrtGet() {
        return hrtGet(FIRST_HRT_BYTES, TABLE_ATTEMPTS);
    }

    private Pending<HardwareResourceTable> hrtGet(int bytes, int attempts) {
        return buffers.with(buffer -> ask(Tid.EXECUTIVE, new ExecHrtGet(List.of(Simple.into(buffer.address(), bytes))), settings.tableNs())
                .map(_ -> HardwareResourceTable.parse(buffer.memory(), 0, bytes)))
            .then(table -> {
                if (table.isCut() && attempts > 1 && bytes < ControlBuffers.BYTES) {
                    return hrtGet(Math.min(ControlBuffers.BYTES, table.neededBytes()), attempts - 1);
                }
                hardware = table;
                return Pending.of(table);
            });
    }

    /** ExecSysTabSet. */
    Pending<MessageFrame> sysTabSet(SystemTable table) {
        return buffers.with(buffer -> {
            table.emit(buffer.memory(), 0);
            return ask(Tid.EXECUTIVE, ExecSysTabSet.withoutPrivateSpace(iopId, 0, buffer.address(), table.sizeBytes()),
                settings.systemNs());
        });
    }

    /** ExecLctNotify for the table as it is now; read again if it has grown. */
    Pending<LogicalConfigurationTable> lctNotify() {
        StatusBlock block = status;
        int expected = block == null ? 0 : block.expectedLctBytes();
        return lctNotify(Math.clamp(expected, LogicalConfigurationTable.LAYOUT.sizeBytes(), ControlBuffers.BYTES), TABLE_ATTEMPTS);
    }

    /** The table as the IOP has told it in answer to a standing request. */
    void learn(LogicalConfigurationTable table) {
        configuration = table;
    }

    private Pending<LogicalConfigurationTable> lctNotify(int bytes, int attempts) {
        return buffers.with(buffer -> ask(Tid.EXECUTIVE, new ExecLctNotify(ALL_CLASSES, 0, List.of(Simple.into(buffer.address(), bytes))),
                settings.configurationNs())
                .map(_ -> LogicalConfigurationTable.parse(buffer.memory(), 0, bytes)))
            .then(table -> {
                if (table.isCut() && attempts > 1 && bytes < ControlBuffers.BYTES) {
                    return lctNotify(Math.min(ControlBuffers.BYTES, table.neededBytes()), attempts - 1);
                }
                configuration = table;
                return Pending.of(table);
            });
    }

    /** UtilEventRegister: who is notified of the events of which object. */
    DeviceEvents events() {
        return events;
    }

    /** UtilParamsGet: results are parsed also when the IOP reports that they were cut or that an operation failed. */
    Pending<ResultList> paramsGet(int tid, OperationList operations) {
        return parameters(tid, operations, ParameterDirection.GET);
    }

    /** UtilParamsSet, likewise. */
    Pending<ResultList> paramsSet(int tid, OperationList operations) {
        return parameters(tid, operations, ParameterDirection.SET);
    }

    private enum ParameterDirection {
        GET,
        SET
    }

    private Pending<ResultList> parameters(int tid, OperationList operations, ParameterDirection direction) {
        int resultBytes = ControlBuffers.BYTES - RESULT_OFFSET;
        if (operations.sizeBytes() > RESULT_OFFSET) {
            throw new HostException("an operation list of " + operations.sizeBytes() + " bytes is longer than " + RESULT_OFFSET
                + ": send fewer operations at once");
        }
        return buffers.with(buffer -> {
            operations.emit(buffer.memory(), 0);
            List<SglElement> sgl = List.of(Simple.from(buffer.address(), operations.sizeBytes()),
                Simple.into(buffer.address() + RESULT_OFFSET, resultBytes));
            Request message = new UtilParams(direction == ParameterDirection.GET ? UtilParams.GET : UtilParams.SET, 0, sgl);
            return driver.call(tid, message, settings.controlNs()).map(reply -> {
                if (reply.requestStatus() == RequestStatus.TRANSACTION_ERROR) {
                    throw new RefusedException(driver.name(), reply);
                }
                return ResultList.parse(buffer.memory(), RESULT_OFFSET, resultBytes);
            });
        });
    }
}
