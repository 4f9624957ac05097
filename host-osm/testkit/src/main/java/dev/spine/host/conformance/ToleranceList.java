package dev.spine.host.conformance;

import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.ClaimFlags;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.message.UtilEventRegister;
import dev.spine.i2o.message.UtilParams;
import dev.spine.i2o.message.exec.ExecCommand;
import dev.spine.i2o.message.exec.ExecHrtGet;
import dev.spine.i2o.message.exec.ExecLctNotify;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.i2o.unit.RegisterInterface;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;

/**
 * The tolerances that an IOP needs because public drivers are as they are: each quirk is done to it by registers, frames and memory. Any
 * thread.
 *
 * <p>Sources: the I2O drivers of Linux 2.4 and 2.6, NetBSD, OpenSolaris and FreeBSD, and those of DPT and RedCreek.
 */
public final class ToleranceList {
    private static final int OUTBOUND_INIT = Function.EXEC_OUTBOUND_INIT << 24 | 0x1000;
    private static final int SYS_TAB_SET = Function.EXEC_SYS_TAB_SET << 24 | 0x1000;
    private static final int PARAMS_GET = Function.UTIL_PARAMS_GET << 24 | 0x1000;
    private static final int EMPTY_TABLE_BYTES = 16;
    private static final int IN = 0xD000_0000;
    private static final int OUT_EOB = 0x5400_0000;
    private static final int OUT = 0x1400_0000;
    private static final int OUT_LAST = 0xD400_0000;
    /** A command of 6 bytes, all 0, without data, with sense data in the message: word 4 as Linux writes it. */
    private static final int TEST_UNIT_READY = 0x20A0_0006;
    private static final int REDCREEK_HOST_TID = 0xB91;
    private static final int SIXTY_EIGHT_BYTE_FRAMES_AT = 0xA000;

    private final List<ToleranceRow> rows = new ArrayList<>();

    private ToleranceList() {
        outbound();
        systemTable();
        parameters();
        frames();
        configuration();
    }

    /** {@return the list, in order of the numbers} */
    public static List<ToleranceRow> rows() {
        List<ToleranceRow> all = new ArrayList<>(new ToleranceList().rows);
        all.sort((left, right) -> Integer.compare(left.number(), right.number()));
        return List.copyOf(all);
    }

    private void row(int number, String drivers, String quirk, ToleranceRow.Check check) {
        rows.add(new ToleranceRow(number, drivers, quirk, check));
    }

    private void row(int number, String drivers, String quirk, IopState state, Consumer<RegisterHost> check) {
        row(number, drivers, quirk, host -> {
            host.bringTo(state);
            check.accept(host);
            return true;
        });
    }

    /** A row about the target's device; left out without one. */
    private void deviceRow(int number, String drivers, String quirk, Consumer<RegisterHost> check) {
        row(number, drivers, quirk, host -> {
            boolean has = host.target().deviceTid() != 0;
            if (has) {
                host.bringTo(IopState.OPERATIONAL);
                check.accept(host);
            }
            return has;
        });
    }

    /** A row about a block device; left out without one. */
    private void blockRow(int number, String drivers, String quirk, ObjIntConsumer<RegisterHost> check) {
        row(number, drivers, quirk, host -> {
            int tid = host.target().blockTid();
            if (tid != 0) {
                host.bringTo(IopState.OPERATIONAL);
                RegisterHost.checkDone(host.ask(tid, new UtilClaim(0, ClaimType.PRIMARY)));
                check.accept(host, tid);
            }
            return tid != 0;
        });
    }

    /** A message that the device may carry out or not, but answers as its own. */
    private static void answered(RegisterHost host, int... words) {
        host.post(words);
        MessageFrame reply = host.reply();
        RegisterHost.check("an answer of the device", !reply.isFail() && reply.requestStatus() != RequestStatus.TRANSACTION_ERROR, reply);
    }

    private static int[] message(int sizeAndOffset, int functionWord, int... payload) {
        int[] words = new int[4 + payload.length];
        words[0] = sizeAndOffset;
        words[1] = functionWord;
        words[2] = RegisterHost.INITIATOR_CONTEXT;
        words[3] = RegisterHost.TRANSACTION_CONTEXT;
        System.arraycopy(payload, 0, words, 4, payload.length);
        return words;
    }

    private static MessageFrame done(RegisterHost host, int... words) {
        host.post(words);
        MessageFrame reply = host.reply();
        RegisterHost.checkDone(reply);
        return reply;
    }

    // --- OutboundInit and reply frames

    private void outbound() {
        row(1, "N", "OutboundInit with SGL offset 0", IopState.RESET, host -> {
            initialise(host, 0x0008_0001, 128);
            host.giveReplyFrames();
            RegisterHost.check("HOLD", host.state() == IopState.HOLD.code(), host.state());
        });
        row(6, "F, RC", "OutboundMFrameSize given in bytes", IopState.RESET, host -> {
            initialise(host, 0x0008_0061, 512);
            host.giveReplyFrames();
            RegisterHost.checkDone(host.ask(hrtGet(host)));
        });
        row(16, "L24", "reply frames spaced 128 bytes: no reply is longer unless it has to be", IopState.HOLD,
            ToleranceList::checkShortReplies);
        row(17, "DPT", "reply frames of 68 bytes", IopState.RESET, host -> {
            initialise(host, 0x0008_0061, 17);
            for (int i = 0; i < 8; i++) {
                host.target().registers().write32(RegisterInterface.OUTBOUND_QUEUE_PORT, host.address(SIXTY_EIGHT_BYTE_FRAMES_AT + 68 * i));
            }
            host.write(SIXTY_EIGHT_BYTE_FRAMES_AT + 68 * 8, 0x5A5A_5A5A);
            for (int i = 0; i < 8; i++) {
                host.post(Tid.EXECUTIVE, hrtGet(host));
            }
            Set<Integer> seen = new HashSet<>();
            host.await("eight replies", () -> {
                int mfa = host.target().registers().read32(RegisterInterface.OUTBOUND_QUEUE_PORT);
                return (mfa != RegisterInterface.EMPTY && seen.add(mfa) && seen.size() == 8) || seen.size() == 8;
            });
            for (int i = 0; i < 8; i++) {
                int size = host.word(SIXTY_EIGHT_BYTE_FRAMES_AT + 68 * i) >>> 16;
                RegisterHost.check("at most 17 words", size >= 5 && size <= 17, size);
            }
            RegisterHost.check("nothing behind the last frame", host.word(SIXTY_EIGHT_BYTE_FRAMES_AT + 68 * 8) == 0x5A5A_5A5A, "a change");
        });
        row(18, "L24", "the inbound frame that was fetched after the reset is written to 0x44", IopState.RESET, host -> {
            int lost = host.take();
            host.target().registers().write32(RegisterInterface.OUTBOUND_QUEUE_PORT, lost);
            host.outboundInit();
            RegisterHost.checkDone(host.ask(hrtGet(host)));
            int frames = host.status().currentInboundFrames();
            Set<Integer> mfas = new HashSet<>();
            for (int mfa = read(host); mfa != RegisterInterface.EMPTY && mfas.size() <= frames; mfa = read(host)) {
                mfas.add(mfa);
            }
            RegisterHost.check("the lost frame among the free ones", mfas.contains(lost), mfas);
        });
        row(21, "all", "0x44 is read twice", IopState.HOLD, host -> {
            for (int i = 0; i < 20; i++) {
                RegisterHost.checkDone(host.ask(hrtGet(host)));
                RegisterHost.check("an empty port", host.replyOrNull() == null, "a reply");
            }
        });
    }

    private static int read(RegisterHost host) {
        return host.target().registers().read32(RegisterInterface.INBOUND_QUEUE_PORT);
    }

    private static ExecHrtGet hrtGet(RegisterHost host) {
        return new ExecHrtGet(List.of(Simple.into(host.address(RegisterHost.OUTPUT_AT), 24)));
    }

    private static void initialise(RegisterHost host, int firstWord, int frameSize) {
        host.write(RegisterHost.STATUS_AT, 0);
        host.post(message(firstWord, OUTBOUND_INIT, 4096, frameSize << 16 | 0x80, IN | 4, host.address(RegisterHost.STATUS_AT)));
        host.awaitOutboundInit();
    }

    private static void checkShortReplies(RegisterHost host) {
        host.post(Tid.EXECUTIVE, new UtilEventRegister(-1));
        for (MessageFrame reply : List.of(host.ask(hrtGet(host)), host.ask(new ExecCommand(ExecCommand.CONFIG_VALIDATE)))) {
            RegisterHost.check("at most 32 words", reply.sizeWords() <= 32, reply);
        }
    }

    // --- SysTabSet

    private void systemTable() {
        row(2, "S", "SysTabSet with offset nibble 4, the list at word 6", IopState.HOLD, host ->
            ready(host, message(0x000C_0041, SYS_TAB_SET, RegisterHost.IOP_ID, 0, OUT_EOB | EMPTY_TABLE_BYTES, table(host),
                OUT_EOB, 0, OUT_LAST, 0)));
        row(3, "L26", "SysTabSet whose third element is overwritten, without LAST", IopState.HOLD, host ->
            ready(host, message(0x000C_0061, SYS_TAB_SET, RegisterHost.IOP_ID, 0, OUT_EOB | EMPTY_TABLE_BYTES, table(host),
                OUT_EOB, 0, 0, 0x1234_5678)));
        row(4, "L24, DPT, N", "SysTabSet with the IOP_ID twelve bits too high", IopState.HOLD, host -> {
            ready(host, message(0x000C_0061, SYS_TAB_SET, 5 << 12, 0, OUT_EOB | EMPTY_TABLE_BYTES, table(host), OUT_EOB, 0, OUT_LAST, 0));
            RegisterHost.check("IOP_ID 5", host.status().iopId() == 5, host.status().iopId());
        });
        row(5, "L24, DPT, N, F", "private spaces as pointers, as zeros, as buffers, as nothing", IopState.HOLD, host -> {
            int table = table(host);
            ready(host, message(0x000C_0061, SYS_TAB_SET, RegisterHost.IOP_ID, 0, OUT_EOB | EMPTY_TABLE_BYTES, table, OUT_EOB, table,
                OUT_LAST, table));
            ready(host, message(0x000C_0061, SYS_TAB_SET, RegisterHost.IOP_ID, 0, OUT_EOB | EMPTY_TABLE_BYTES, table, OUT_EOB | 8, table,
                OUT_LAST | 8, table));
            ready(host, message(0x000C_0061, SYS_TAB_SET, RegisterHost.IOP_ID, 0, OUT_EOB | EMPTY_TABLE_BYTES, table, 0, 0, 0, 0));
        });
        row(7, "F", "a system table in several runs", IopState.HOLD, host -> {
            int size = host.systemTable().sizeWords() > 0 ? EMPTY_TABLE_BYTES + 32 : 0;
            int table = host.address(RegisterHost.INPUT_AT);
            ready(host, message(0x0010_0061, SYS_TAB_SET, RegisterHost.IOP_ID, 0, OUT | 4, table, OUT | 12, table + 4,
                OUT_EOB | size - EMPTY_TABLE_BYTES, table + EMPTY_TABLE_BYTES, OUT_EOB, 0, OUT_LAST, 0));
        });
        row(29, "L26", "an empty system table, or one that leaves this IOP out", IopState.HOLD, host ->
            ready(host, message(0x000C_0061, SYS_TAB_SET, RegisterHost.IOP_ID, 0, OUT_EOB | EMPTY_TABLE_BYTES, table(host), OUT_EOB, 0,
                OUT_LAST, 0)));
    }

    private static int table(RegisterHost host) {
        host.write(RegisterHost.INPUT_AT, 0x0000_0100, 1, 0, 0);
        return host.address(RegisterHost.INPUT_AT);
    }

    private static void ready(RegisterHost host, int... words) {
        done(host, words);
        RegisterHost.check("READY", host.state() == IopState.READY.code(), host.state());
    }

    // --- parameters

    private void parameters() {
        row(10, "L26", "FIELD_GET of one field with the index 0xFFFF", IopState.OPERATIONAL, host -> {
            host.write(RegisterHost.INPUT_AT, 1, 0xF100_0001, 0xFFFF_0001);
            checkIdentity(host, 12);
        });
        row(11, "L24, L26", "FIELD_GET of all fields with two stray bytes after it", IopState.OPERATIONAL, host -> {
            host.write(RegisterHost.INPUT_AT, 1, 0xF100_0001, 0x1234_FFFF);
            checkIdentity(host, 12);
        });
        deviceRow(12, "N", "ROW_ADD with a list of fields and a key before the row", host -> {
            RegisterHost.checkDone(host.ask(host.target().deviceTid(), new UtilClaim(0, ClaimType.PRIMARY)));
            host.write(RegisterHost.INPUT_AT, 1, 0xF006_0008, 0x0000_0001, 0x0000_0001, 0x801);
            MessageFrame reply = host.ask(host.target().deviceTid(), new UtilParams(UtilParams.SET, 0, List.of(
                Simple.from(host.address(RegisterHost.INPUT_AT), 18))));
            RegisterHost.checkDone(reply);
        });
        deviceRow(13, "N, L24", "ParamsSet without a buffer for results", host -> {
            host.write(RegisterHost.INPUT_AT, 1, 0xF102_0006, 0x0003_0001, 7);
            RegisterHost.checkDone(host.ask(host.target().deviceTid(), new UtilParams(UtilParams.SET, 0, List.of(
                Simple.from(host.address(RegisterHost.INPUT_AT), 16)))));
        });
        row(14, "L26", "an operation list as immediate data", IopState.OPERATIONAL, host -> {
            done(host, message(0x000B_0051, PARAMS_GET, 0, 0x4C00_000C, 1, 0xF100_0001, 0x0000_FFFF, IN | 512,
                host.address(RegisterHost.OUTPUT_AT)));
            RegisterHost.check("one result", (host.word(RegisterHost.OUTPUT_AT) & 0xFFFF) == 1, host.word(RegisterHost.OUTPUT_AT));
        });
    }

    private static void checkIdentity(RegisterHost host, int listBytes) {
        RegisterHost.checkDone(host.ask(new UtilParams(UtilParams.GET, 0, List.of(
            Simple.from(host.address(RegisterHost.INPUT_AT), listBytes), Simple.into(host.address(RegisterHost.OUTPUT_AT), 512)))));
        int block = host.word(RegisterHost.OUTPUT_AT + 4);
        RegisterHost.check("the whole group", (block & 0xFFFF) >= 1 + 64 / 4 && (block >>> 16 & 0xFF) == 0, Integer.toHexString(block));
    }

    // --- frames

    private void frames() {
        row(8, "L26", "messages that lack their last word: EventRegister of 4 words", IopState.OPERATIONAL, host -> {
            host.post(message(0x0004_0001, Function.UTIL_EVENT_REGISTER << 24 | 0x1000));
            host.assertNoReply();
        });
        blockRow(8, "L26", "PowerManagement of 4 words, with the operation in byte 19; MediaMount of 5", (host, tid) -> {
            answered(host, message(0x0005_0001, Function.BSA_MEDIA_MOUNT << 24 | 0x1000 | tid, -1));
            answered(host, message(0x0004_0001, Function.BSA_POWER_MANAGEMENT << 24 | 0x1000 | tid));
        });
        row(9, "L24, L26", "ScbExec without a count of bytes: 9 words", host -> {
            int tid = host.target().scsiTid();
            if (tid != 0) {
                host.bringTo(IopState.OPERATIONAL);
                MessageFrame reply = done(host, message(0x0009_0001, Function.SCSI_SCB_EXEC << 24 | 0x1000 | tid, TEST_UNIT_READY, 0, 0, 0,
                    0));
                RegisterHost.check("no byte transferred", reply.sizeWords() >= 6 && reply.word(5) == 0, reply);
            }
            return tid != 0;
        });
        blockRow(27, "L26", "the count of bytes in the reply is used", (host, tid) -> {
            MessageFrame reply = done(host, message(0x000A_0081, Function.BSA_BLOCK_READ << 24 | 0x1000 | tid, 0, 1024, 0, 0,
                IN | 1024, host.address(RegisterHost.OUTPUT_AT)));
            RegisterHost.check("1024 bytes transferred", reply.sizeWords() >= 6 && reply.word(5) == 1024, reply);
        });
        row(15, "N", "a no-operation of 4 words", IopState.HOLD, host -> {
            int frames = host.status().currentInboundFrames();
            for (int i = 0; i < 2 * frames; i++) {
                host.post(0x0004_0001, 0x0000_1000, 0, 0);
            }
            host.assertNoReply();
        });
        row(19, "L26", "ConfigValidate to the number of the unit, 0 for the first", IopState.OPERATIONAL,
            host -> RegisterHost.checkDone(host.ask(new ExecCommand(ExecCommand.CONFIG_VALIDATE))));
        row(20, "L26", "SwDownload whose list has the wrong direction", IopState.OPERATIONAL,
            host -> done(host, message(0x0009_0071, Function.EXEC_SW_DOWNLOAD << 24 | 0x1000, 0x0001_0101, 16, 0x7A5A_0077, IN | 16,
                host.address(RegisterHost.INPUT_AT))));
        row(26, "RC", "a host that calls itself 0xB91, and reads the first words of the status block", IopState.RESET, host -> {
            StatusBlock status = host.status();
            RegisterHost.check("an organization and a number before any system table", status.organizationId() != 0 && status.iopId() != 0,
                status);
            host.outboundInit();
            host.post(message(0x0006_0041, Function.EXEC_HRT_GET << 24 | REDCREEK_HOST_TID << 12, IN | 24,
                host.address(RegisterHost.OUTPUT_AT)));
            MessageFrame reply = host.reply();
            RegisterHost.checkDone(reply);
            RegisterHost.check("the initiator's own TID", reply.initiator() == REDCREEK_HOST_TID, reply);
        });
    }

    // --- the configuration table

    private void configuration() {
        row(22, "L26", "the words of the LCT header swapped: IopFlags stay 0", IopState.OPERATIONAL,
            host -> RegisterHost.check("IopFlags 0", lct(host).iopFlags() == 0, lct(host)));
        row(23, "L24, L26", "a buffer of 8192 bytes for the LCT", IopState.HOLD, host -> {
            int bytes = host.status().expectedLctBytes();
            RegisterHost.check("an LCT of 8192 bytes or less, and not nothing", bytes >= 12 && bytes <= 8192, bytes);
            RegisterHost.check("the size that was announced", lct(host).statedWords() * 4 == bytes, lct(host).statedWords());
        });
        deviceRow(24, "N", "UserTID 1 counts as free: only this host's claims make it so", host -> {
            RegisterHost.check("a free device", user(host) == Tid.NONE, user(host));
            RegisterHost.checkDone(host.ask(host.target().deviceTid(), new UtilClaim(0, ClaimType.PRIMARY)));
            RegisterHost.check("the host as user", user(host) == Tid.HOST, user(host));
        });
        deviceRow(25, "S", "a claim with flag 0x0001",
            host -> RegisterHost.checkDone(host.ask(host.target().deviceTid(), new UtilClaim(ClaimFlags.EXCLUSIVE, ClaimType.PRIMARY))));
        row(28, "N", "change indicator 0 means unchanged: it starts at 1", IopState.HOLD,
            host -> RegisterHost.check("1 or more", lct(host).changeIndicator() != 0, lct(host).changeIndicator()));
    }

    private static LogicalConfigurationTable lct(RegisterHost host) {
        RegisterHost.checkDone(host.ask(new ExecLctNotify(-1, 0, List.of(
            Simple.into(host.address(RegisterHost.OUTPUT_AT), RegisterHost.OUTPUT_BYTES)))));
        return LogicalConfigurationTable.parse(host.memory(), RegisterHost.OUTPUT_AT, RegisterHost.OUTPUT_BYTES);
    }

    private static int user(RegisterHost host) {
        return lct(host).entries().stream().filter(entry -> entry.localTid() == host.target().deviceTid()).findFirst().orElseThrow()
            .userTid();
    }
}
