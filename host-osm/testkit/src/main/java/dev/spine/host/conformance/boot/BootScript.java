package dev.spine.host.conformance.boot;

import static dev.spine.host.conformance.boot.WordHost.expect;
import static dev.spine.host.conformance.boot.WordHost.hex;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The boot sequences, each with the habits of its driver. Any thread.
 *
 * <p>Every script may begin in any state of the IOP, and leaves it in operation unless its driver takes it down.
 */
public enum BootScript {
    /** Linux 2.6.32, drivers/message/i2o: empty system table whose third element is overwritten, all interrupts unmasked. */
    LINUX_2_6("Linux 2.6 i2o_core") {
        @Override
        void write(Steps steps) {
            steps.add("mask and unmask interrupts", host -> {
                host.target().write32(0x34, -1);
                host.target().write32(0x34, 0);
                expect((host.target().read32(0x30) & ~8) == 0, "bits other than 3 in the interrupt status");
            });
            steps.toReset(host -> host.post(host.reset(), 0x0003_0001, host.w1(0, 0), 0));
            steps.add("version", host -> expect((host.word(0x108) >>> 12 & 0xF) <= 1, "I2O version above 1"));
            steps.add("OutboundInit, 128 frames of 512 bytes", host -> host.outboundInit(0x0008_0061, 0x0080_0080, 128, 128, 512));
            steps.add("state HOLD", host -> host.expectState(HOLD));
            steps.add("HrtGet", host -> host.ask(0x0006_0041, host.w1(0xA8, 0), 0, 0x8000_0001, 0xD000_0800, host.at(WordHost.TABLE)));
            steps.add("SysTabSet: an empty table, the third element lost", host -> {
                host.clear(WordHost.SEND, 32);
                host.set(WordHost.SEND, 0x0000_0100);
                host.ask(0x000C_0061, host.w1(0xA3, 0), 0, 0x8000_0002, 2, 0, 0x5400_0010, host.at(WordHost.SEND), 0x5400_0000, 0, 0, 0);
            });
            steps.add("state READY", host -> host.expectState(READY));
            steps.add("SysEnable", host -> host.ask(0x0004_0001, host.w1(0xD1, 0), 0, 0x8000_0003));
            steps.add("state OPERATIONAL", host -> host.expectState(OPERATIONAL));
            steps.add("LctNotify into 8192 bytes", host -> host.ask(0x0008_0061, host.w1(0xA2, 0), 0, 0x8000_0005, -1, 0, 0xD000_2000,
                host.at(WordHost.TABLE)));
            steps.add("EventRegister to TID 0", host -> host.post(new int[] {0x0005_0001, host.w1(0x13, 0), 1, 0, -1}));
            steps.add("EventRegister without a mask", host -> host.post(new int[] {0x0004_0001, host.w1(0x13, 0), 2, 0}));
            steps.block("UtilClaim, FIELD_GET of all fields, BlockRead with prefetch", (host, disk) -> {
                host.ask(0x0005_0001, host.w1(0x09, disk), 3, 0x8000_0006, 0x0100_0000);
                // The operation list as immediate data, then the result buffer.
                host.ask(0x000B_0051, host.w1(0x06, disk), 3, 0x8000_0007, 0, 0x4C00_000C, 0x0000_0001, 0xF100_0001, 0x0000_FFFF,
                    0xD000_0200, host.at(WordHost.SEND));
                host.readBlock(disk, 0x201F_0008);
            });
        }
    },
    /** Linux 2.4, drivers/message/i2o: frames 128 bytes apart, number in the wrong place, a frame lost over the reset. */
    LINUX_2_4("Linux 2.4 i2o_core") {
        @Override
        void write(Steps steps) {
            steps.add("StatusGet", WordHost::statusGet);
            steps.add("IopReset; the frame that was fetched goes to the wrong port", host -> host.target().write32(0x44, host.reset()));
            steps.add("state RESET", host -> host.expectState(RESET));
            steps.add("OutboundInit, 128 frames said to have 512 bytes, 128 bytes apart",
                host -> host.outboundInit(0x0008_0061, 0x0080_0080, 32, 128, 128));
            steps.add("state HOLD", host -> host.expectState(HOLD));
            steps.add("HrtGet", host -> host.ask(0x0006_0041, host.w1(0xA8, 0), 0x8000_0001, 0, 0xD000_0800, host.at(WordHost.TABLE)));
            steps.add("SysTabSet with the number in bits 12 and up, private space by pointer", host -> {
                host.ownSystemTable();
                host.ask(0x000C_0061, host.w1(0xA3, 0), 0x8000_0002, 0, 0x0000_2000, 0, 0x5400_0030, host.at(WordHost.SEND), 0x5400_0000,
                    host.at(WordHost.SEND), 0xD400_0000, host.at(WordHost.SEND));
            });
            steps.add("SysEnable", host -> host.ask(0x0004_0001, host.w1(0xD1, 0), 0x8000_0003, 0));
            steps.add("the number has arrived", host -> {
                host.expectState(OPERATIONAL);
                expect((host.word(0x104) & 0xFFF) == 2, "IOP_ID " + hex(host.word(0x104) & 0xFFF) + " instead of 2");
            });
            steps.add("LctNotify", host -> host.ask(0x0008_0061, host.w1(0xA2, 0), 0x8000_0004, 0, -1, 0, 0xD000_2000,
                host.at(WordHost.TABLE)));
            steps.add("EventRegister to TID 0", host -> host.post(new int[] {0x0005_0001, host.w1(0x13, 0), 1, 0, -1}));
            steps.pendingLctNotify();
            steps.block("UtilClaim, BlockRead", (host, disk) -> {
                host.ask(0x0005_0001, host.w1(0x09, disk), 3, 0x8000_0006, 0x0100_0000);
                host.readBlock(disk, 0);
            });
            steps.add("the pending LctNotify is answered: a claim changes the table", host -> host.await("its answer",
                () -> host.unasked().stream().anyMatch(reply -> reply[1] == host.w1(0xA2, 0) && reply[3] == 0xDEAD_BEEF)));
        }
    },
    /** NetBSD sys/dev/i2o: OutboundInit without an offset, frames of 40 words, NOP of 4, the bus scanned, an LCT loop, a shutdown. */
    NETBSD("NetBSD iop") {
        @Override
        void write(Steps steps) {
            steps.add("mask the interrupt", host -> host.target().write32(0x34, host.target().read32(0x34) | 8));
            steps.add("IopReset; the frame goes back as a NOP of 4 words",
                host -> host.post(host.reset(), 0x0004_0001, host.w1(0, 0), 0, 0));
            steps.add("StatusGet: frames of 128 bytes or more", host -> {
                host.expectState(RESET);
                expect((host.word(0x10C) & 0xFFFF) >= 32, "InboundMFrameSize " + (host.word(0x10C) & 0xFFFF) + " words");
            });
            steps.add("OutboundInit without an SGL offset, 256 frames of 40 words",
                host -> host.outboundInit(0x0008_0001, 0x0028_0080, 40, 256, 160));
            steps.add("unmask the interrupt", host -> host.target().write32(0x34, host.target().read32(0x34) & ~8));
            for (int i = 0; i < 2; i++) {
                steps.add("HrtGet",
                    host -> host.ask(0x0006_0041, host.w1(0xA8, 0), 1, 2, 0xD000_0800, host.at(WordHost.TABLE)));
            }
            steps.add("SysTabSet with the number in bits 12 and up, private space in buffers of 8 bytes", host -> {
                host.statusGet();
                host.ownSystemTable();
                host.clear(WordHost.SEND + 0x100, 16);
                host.ask(0x000C_0061, host.w1(0xA3, 0), 1, 2, 0x0000_2000, 0, 0x5400_0030, host.at(WordHost.SEND), 0x5400_0008,
                    host.at(WordHost.SEND + 0x100), 0xD400_0008, host.at(WordHost.SEND + 0x108));
            });
            steps.add("SysEnable", host -> host.ask(0x0004_0001, host.w1(0xD1, 0), 1, 2));
            steps.add("EventRegister, all but table changes",
                host -> host.post(new int[] {0x0005_0001, host.w1(0x13, 0), 1, 0, 0xC400_04FF}));
            steps.add("LctNotify with a buffer of ExpectedLCTSize", host -> {
                host.expectState(OPERATIONAL);
                int bytes = host.word(0x134);
                host.ask(0x0008_0061, host.w1(0xA2, 0), 1, 2, -1, 0, 0xD000_0000 | bytes, host.at(WordHost.TABLE));
                expect((host.word(WordHost.TABLE) & 0xFFFF) * 4 == bytes, "a table of " + (host.word(WordHost.TABLE) & 0xFFFF)
                    + " words, expected were " + bytes + " bytes");
                expect(host.word(WordHost.TABLE + 8) != 0, "change indicator 0 hides all devices");
            });
            steps.add("BusScan of every bus adapter port, LctNotify", host -> {
                int port = host.freeDevice(0x080);
                if (port >= 0) {
                    host.exchange(0x0005_0001, host.w1(0x89, port), 1, 2, 0);
                }
                host.ask(0x0008_0061, host.w1(0xA2, 0), 1, 2, -1, 0, 0xD000_2000, host.at(WordHost.TABLE));
            });
            steps.block("UtilClaim, BlockRead", (host, disk) -> {
                host.ask(0x0005_0001, host.w1(0x09, disk), 1, 2, 0x0100_0000);
                host.readBlock(disk, 0x0001_0000);
            });
            steps.pendingLctNotify();
            steps.add("SysQuiesce, IopClear", host -> {
                host.ask(0x0004_0001, host.w1(0xC3, 0), 1, 2);
                host.ask(0x0004_0001, host.w1(0xBE, 0), 1, 2);
                host.expectState(HOLD);
            });
        }
    },
    /** OpenSolaris io/i2o: version exactly 1, reply frames of 128 bytes, SysTabSet with offset 4, a claim with a reserved flag. */
    OPENSOLARIS("OpenSolaris i2o_msg") {
        @Override
        void write(Steps steps) {
            steps.toReset(host -> host.post(host.reset(), 0x0003_0001, host.w1(0, 0), 0));
            steps.add("version exactly 1", host -> expect((host.word(0x108) >>> 12 & 0xF) == 1, "another I2O version"));
            steps.add("OutboundInit, 32 frames of 128 bytes", host -> host.outboundInit(0x0008_0061, 0x0020_0080, 32, 32, 128));
            steps.add("HrtGet", host -> host.ask(0x0006_0041, host.w1(0xA8, 0), 1, 2, 0xD000_0800, host.at(WordHost.TABLE)));
            steps.add("SysTabSet with offset 4 where the list is at 6", host -> {
                host.statusGet();
                host.ownSystemTable();
                host.ask(0x000C_0041, host.w1(0xA3, 0), 1, 2, 2, 0, 0x5400_0030, host.at(WordHost.SEND), 0x5400_0000, 0, 0xD400_0000, 0);
            });
            steps.add("state READY", host -> host.expectState(READY));
            steps.add("SysEnable", host -> host.ask(0x0004_0001, host.w1(0xD1, 0), 1, 2));
            steps.add("state OPERATIONAL", host -> host.expectState(OPERATIONAL));
            steps.add("LctNotify", host -> host.ask(0x0008_0061, host.w1(0xA2, 0), 1, 2, -1, 0, 0xD000_2000, host.at(WordHost.TABLE)));
            steps.add("EventRegister", host -> host.post(new int[] {0x0005_0001, host.w1(0x13, 0), 1, 0, 0x8000_0FFF}));
            steps.block("UtilClaim with the reserved flag 0x0001, BlockRead", (host, disk) -> {
                host.ask(0x0005_0001, host.w1(0x09, disk), 1, 2, 0x0100_0001);
                host.readBlock(disk, 0);
            });
            steps.add("new SysTabSet in operation", host -> {
                host.ask(0x000C_0041, host.w1(0xA3, 0), 1, 2, 2, 0, 0x5400_0030, host.at(WordHost.SEND), 0x5400_0000, 0, 0xD400_0000, 0);
                host.expectState(OPERATIONAL);
            });
            steps.add("SysQuiesce, IopReset", host -> {
                host.ask(0x0004_0001, host.w1(0xC3, 0), 1, 2);
                host.post(host.reset(), 0x0003_0001, host.w1(0, 0), 0);
                host.expectState(RESET);
            });
        }
    },
    /** Linux drivers/scsi/dpt_i2o.c: reply frames of 17 words. */
    DPT("Linux dpt_i2o") {
        @Override
        void write(Steps steps) {
            steps.add("IopReset", host -> host.post(host.reset(), 0x0003_0001, host.w1(0, 0), 0));
            steps.add("state RESET", host -> host.expectState(RESET));
            steps.add("OutboundInit, 64 frames of 17 words", host -> host.outboundInit(0x0008_0061, 0x0011_0080, 17, 64, 68));
            steps.add("HrtGet", host -> host.ask(0x0006_0041, host.w1(0xA8, 0), 1, 2, 0xD000_0800, host.at(WordHost.TABLE)));
            steps.add("SysTabSet with the number in bits 12 and up", host -> {
                host.statusGet();
                host.ownSystemTable();
                host.ask(0x000C_0061, host.w1(0xA3, 0), 1, 2, 0x0000_2000, 0, 0x5400_0030, host.at(WordHost.SEND), 0x5400_0000, 0,
                    0xD400_0000, 0);
            });
            steps.add("SysEnable", host -> host.ask(0x0004_0001, host.w1(0xD1, 0), 1, 2));
            steps.add("LctNotify", host -> host.ask(0x0008_0061, host.w1(0xA2, 0), 1, 2, -1, 0, 0xD000_2000, host.at(WordHost.TABLE)));
            steps.block("UtilClaim, BlockRead", (host, disk) -> {
                host.ask(0x0005_0001, host.w1(0x09, disk), 1, 2, 0x0100_0000);
                host.readBlock(disk, 0);
            });
        }
    },
    /** FreeBSD sys/dev/asr: the frame size in bytes, the system table over several elements. */
    FREEBSD("FreeBSD asr") {
        @Override
        void write(Steps steps) {
            steps.add("IopReset", host -> host.post(host.reset(), 0x0003_0001, host.w1(0, 0), 0));
            steps.add("StatusGet", host -> host.expectState(RESET));
            steps.add("OutboundInit with the frame size in bytes", host -> host.outboundInit(0x0008_0061, 0x0200_0080, 128, 32, 512));
            steps.add("HrtGet", host -> host.ask(0x0006_0041, host.w1(0xA8, 0), 1, 2, 0xD000_0800, host.at(WordHost.TABLE)));
            steps.add("SysTabSet, the table over two elements", host -> {
                host.statusGet();
                host.ownSystemTable();
                host.ask(0x000E_0061, host.w1(0xA3, 0), 1, 2, 2, 0, 0x1400_0010, host.at(WordHost.SEND), 0x5400_0020,
                    host.at(WordHost.SEND + 16), 0x5400_0000, 0, 0xD400_0000, 0);
            });
            steps.add("SysEnable", host -> host.ask(0x0004_0001, host.w1(0xD1, 0), 1, 2));
            steps.add("state OPERATIONAL", host -> host.expectState(OPERATIONAL));
            steps.add("LctNotify", host -> host.ask(0x0008_0061, host.w1(0xA2, 0), 1, 2, -1, 0, 0xD000_2000, host.at(WordHost.TABLE)));
        }
    },
    /** Linux drivers/net/rclanmtl.c: its own initiator, status by two words, SysEnable without a system table. */
    REDCREEK("Linux rcpci45") {
        @Override
        void write(Steps steps) {
            steps.add("IopReset", host -> host.post(host.reset(), 0x0003_0001, host.w1(0, 0), 0));
            steps.add("initiator 0xB91; StatusGet until words 0 and 1 are not 0", host -> {
                host.initiator(0xB91);
                host.statusGet();
                expect(host.word(0x100) != 0 && host.word(0x104) != 0, "words " + hex(host.word(0x100)) + " and " + hex(host.word(0x104)));
            });
            steps.add("OutboundInit that declares 512, 30 frames of 512 bytes",
                host -> host.outboundInit(0x0008_0061, 0x0200_0080, 128, 30, 512));
            steps.add("SysEnable in HOLD", host -> {
                if (!host.target().enablesWithoutSystemTable()) {
                    throw new LeftOut("the IOP was not told to admit it");
                }
                host.ask(0x0004_0001, host.w1(0xD1, 0), 1, 2);
                host.expectState(OPERATIONAL);
            });
        }
    };

    private static final int RESET = 0x02;
    private static final int HOLD = 0x04;
    private static final int READY = 0x05;
    private static final int OPERATIONAL = 0x08;

    private final String driver;

    BootScript(String driver) {
        this.driver = driver;
    }

    /** {@return the driver whose sequence it is} */
    public String driver() {
        return driver;
    }

    abstract void write(Steps steps);

    /**
     * Runs the script to its end, or to the first step that fails.
     *
     * @param target the IOP
     * @return what became of each step; exceptions of the target itself go through
     */
    public BootReport run(BootTarget target) {
        Steps steps = new Steps();
        write(steps);
        WordHost host = new WordHost(target);
        List<StepResult> results = new ArrayList<>();
        for (Step step : steps.list) {
            StepResult result = run(step, host);
            results.add(result);
            if (result.outcome() == StepResult.Outcome.FAILED) {
                break;
            }
        }
        return new BootReport(driver, results);
    }

    private static StepResult run(Step step, WordHost host) {
        try {
            step.action().accept(host);
            return new StepResult(step.name(), StepResult.Outcome.PASSED, "");
        } catch (LeftOut why) {
            return new StepResult(step.name(), StepResult.Outcome.LEFT_OUT, String.valueOf(why.getMessage()));
        } catch (BootFailure why) {
            return new StepResult(step.name(), StepResult.Outcome.FAILED, String.valueOf(why.getMessage()));
        }
    }

    /** A step cannot be done against this target, and need not be. */
    private static final class LeftOut extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LeftOut(String why) {
            super(why, null, false, false);
        }
    }

    /** What is done, and how it is called in a report. */
    record Step(String name, Consumer<WordHost> action) {}

    /** What is done with a disk that is free. */
    @FunctionalInterface
    interface DiskAction {
        /** Does it. */
        void accept(WordHost host, int disk);
    }

    /** The steps of a script, and those that several have. */
    static final class Steps {
        final List<Step> list = new ArrayList<>();

        void add(String name, Consumer<WordHost> action) {
            list.add(new Step(name, action));
        }

        /** StatusGet, and a reset by the driver's own way unless the state is RESET. */
        void toReset(Consumer<WordHost> reset) {
            add("StatusGet, IopReset unless in RESET", host -> {
                if (host.statusGet() != RESET) {
                    reset.accept(host);
                    host.expectState(RESET);
                }
            });
        }

        void block(String name, DiskAction action) {
            add(name, host -> {
                int disk = host.freeDevice(0x010);
                if (disk < 0) {
                    throw new LeftOut("no free disk in the logical configuration table");
                }
                action.accept(host, disk);
            });
        }

        /** LctNotify with the last indicator and one: it stays pending. */
        void pendingLctNotify() {
            add("LctNotify that stays pending", host -> {
                host.ask(0x0008_0061, host.w1(0xA2, 0), 5, 6, -1, 0, 0xD000_2000, host.at(WordHost.TABLE));
                int indicator = host.word(WordHost.TABLE + 8) + 1;
                host.post(new int[] {0x0008_0061, host.w1(0xA2, 0), 7, 0xDEAD_BEEF, -1, indicator, 0xD000_0800, host.at(WordHost.SEND)});
            });
        }
    }
}
