package dev.spine.device.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.disk.store.DelayingStore;
import dev.spine.device.disk.store.Latency;
import dev.spine.device.disk.store.MemoryStore;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.Message;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.catalogue.Catalogue;
import dev.spine.i2o.message.scsi.AdapterStatus;
import dev.spine.i2o.message.scsi.BusQuiesce;
import dev.spine.i2o.message.scsi.ScbAbort;
import dev.spine.i2o.message.scsi.ScbExec;
import dev.spine.i2o.message.scsi.ScbFlags;
import dev.spine.i2o.message.scsi.ScsiErrorReply;
import dev.spine.i2o.message.scsi.ScsiReply;
import dev.spine.i2o.message.scsi.ScsiStatus;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every device status and adapter status that a SCSI peripheral answers, and what the host does to get it. */
class ScsiStatusTest {
    private static final int CAPACITY = 1 << 20;
    private static final long SLOW_NS = 90_000_000_000L;
    private static final long TIMEOUT_NS = 30_000_000_000L;
    private static final int IN = ScbFlags.FROM_DEVICE | ScbFlags.AUTOSENSE_IN_MESSAGE;
    private static final int NONE = ScbFlags.AUTOSENSE_IN_MESSAGE;
    private static final int READ_ONE_BLOCK = 0x08;
    private static final int RESERVE = 0x16;
    private static final int FORMAT = 0x04;
    private static final int OTHER_INITIATOR = 0x123;

    /** A disk behind an adapter, and a host. */
    private static final class Rig {
        final DiskRig disk;
        final int adapterTid;
        final int tid;
        private int nextContext = 0x9000;

        Rig(long storeNs) {
            disk = new DiskRig(DiskSettings.of("disk0"),
                storeNs == 0 ? MemoryStore.ofBytes(CAPACITY) : new DelayingStore(MemoryStore.ofBytes(CAPACITY), Latency.fixed(storeNs)));
            BusAdapterModule adapter = new BusAdapterModule("scsi0");
            adapterTid = disk.kernel.install(adapter);
            tid = disk.kernel.install(new ScsiModule(disk.disk, adapter));
        }

        int post(int target, int initiator, Request request) {
            int context = nextContext++;
            disk.request(frame -> request.emit(frame, new Header(target, initiator, 7, context)));
            disk.step();
            return context;
        }

        int post(int target, Request request) {
            return post(target, Tid.HOST, request);
        }

        int command(int operation) {
            return post(tid, new ScbExec(6, NONE, cdb(operation, 0), 0, List.of()));
        }

        int read(int buffer, int bytes) {
            return post(tid, new ScbExec(6, IN, cdb(READ_ONE_BLOCK, 1), bytes, List.of(SglElement.Simple.into(buffer, bytes))));
        }

        int read() {
            return read(disk.address(0), 512);
        }

        private static Octets cdb(int operation, int length) {
            byte[] cdb = new byte[16];
            cdb[0] = (byte) operation;
            cdb[4] = (byte) length;
            return Octets.of(cdb);
        }

        void forgetReply() {
            disk.nextReply();
        }
    }

    /** Does something whose reply, to the request with the returned context, has these codes. */
    private record Case(String what, int requestStatus, int deviceStatus, int adapterStatus, long storeNs, ToIntFunction<Rig> doing) {
        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
            new Case("a command that is carried out", RequestStatus.SUCCESS, ScsiStatus.GOOD, AdapterStatus.SUCCESS, 0, Rig::read),
            new Case("a command that is unknown", RequestStatus.ERROR_NO_DATA_TRANSFER, ScsiStatus.CHECK_CONDITION,
                AdapterStatus.COMPLETE_WITH_ERROR, 0, rig -> rig.command(FORMAT)),
            new Case("a command while the bus is quiesced", RequestStatus.ERROR_NO_DATA_TRANSFER, ScsiStatus.BUSY,
                AdapterStatus.QUEUE_FROZEN, 0, rig -> {
                    rig.post(rig.adapterTid, new BusQuiesce(BusQuiesce.QUIESCE));
                    rig.forgetReply();
                    return rig.read();
                }),
            new Case("a command while another has the reservation", RequestStatus.ERROR_NO_DATA_TRANSFER, ScsiStatus.RESERVATION_CONFLICT,
                AdapterStatus.COMPLETE_WITH_ERROR, 0, rig -> {
                    rig.post(rig.tid, OTHER_INITIATOR, new ScbExec(6, NONE, Rig.cdb(RESERVE, 0), 0, List.of()));
                    rig.forgetReply();
                    return rig.read();
                }),
            new Case("a command that an ScbAbort ends", RequestStatus.ABORT_NO_DATA_TRANSFER, ScsiStatus.GOOD,
                AdapterStatus.REQUEST_ABORTED, SLOW_NS, rig -> {
                    int context = rig.read();
                    rig.post(rig.tid, new ScbAbort(context));
                    return context;
                }),
            new Case("an ScbAbort of what is not there", RequestStatus.ERROR_NO_DATA_TRANSFER, ScsiStatus.GOOD,
                AdapterStatus.UNABLE_TO_ABORT, 0, rig -> rig.post(rig.tid, new ScbAbort(1))),
            new Case("a command that a bus reset ends", RequestStatus.ABORT_NO_DATA_TRANSFER, ScsiStatus.GOOD, AdapterStatus.BUS_RESET,
                SLOW_NS, rig -> {
                    int context = rig.read();
                    rig.post(rig.adapterTid, PlainRequest.BUS_RESET);
                    return context;
                }),
            new Case("a command that takes too long", RequestStatus.ERROR_NO_DATA_TRANSFER, ScsiStatus.GOOD,
                AdapterStatus.COMMAND_TIMEOUT, SLOW_NS, rig -> {
                    int context = rig.read();
                    rig.disk.agent.advance(TIMEOUT_NS);
                    rig.disk.step();
                    return context;
                }),
            new Case("a buffer that the adapter cannot reach", RequestStatus.ERROR_NO_DATA_TRANSFER, ScsiStatus.GOOD,
                AdapterStatus.PARITY_ERROR, 0, rig -> rig.read((int) rig.disk.peerMemory.base(), 512)),
            new Case("a buffer that is smaller than the data", RequestStatus.ERROR_NO_DATA_TRANSFER, ScsiStatus.GOOD,
                AdapterStatus.DATA_OVERRUN, 0, rig -> rig.read(rig.disk.address(0), 256)),
            new Case("a command block that is too short", RequestStatus.ERROR_NO_DATA_TRANSFER, ScsiStatus.GOOD,
                AdapterStatus.INVALID_CDB, 0, rig -> rig.post(rig.tid, new ScbExec(3, NONE, Rig.cdb(0, 0), 0, List.of()))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isAnsweredByItsStatus(Case asked) {
        Rig rig = new Rig(asked.storeNs());
        int context = asked.doing().applyAsInt(rig);
        MessageFrame reply = rig.disk.replies.stream().filter(frame -> frame.transactionContext() == context).findFirst().orElseThrow();
        Message message = Objects.requireNonNull(Catalogue.parse(reply, DeviceClass.SCSI_PERIPHERAL));
        assertTrue(reply.function() == Function.SCSI_SCB_EXEC || reply.function() == Function.SCSI_SCB_ABORT);
        assertEquals(RequestStatus.name(asked.requestStatus()), RequestStatus.name(reply.requestStatus()));
        if (message instanceof ScsiReply good) {
            assertEquals(asked.deviceStatus(), good.deviceStatus());
            assertEquals(asked.adapterStatus(), good.adapterStatus());
        } else {
            ScsiErrorReply error = (ScsiErrorReply) message;
            assertEquals(asked.deviceStatus(), error.deviceStatus());
            assertEquals(asked.adapterStatus(), error.adapterStatus());
            assertEquals(17, reply.sizeWords(), "an error reply has room for sense data");
        }
    }
}
