package com.example.disk;

import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.block.BlockRead;
import dev.spine.i2o.message.block.BlockWrite;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Reads and writes single sectors of a disk of the random block storage class. Host agent's thread. */
public final class SectorDriver {
    public static final int SECTOR_BYTES = 512;

    private final HostDriver driver;
    private final IopDriver iop;
    private final int tid;
    private final Region buffer;
    private boolean busy;

    public SectorDriver(HostDriver driver, HostMemory memory, IopDriver iop, int tid) {
        this.driver = driver;
        this.iop = iop;
        this.tid = tid;
        this.buffer = memory.allocate("sector buffer", SECTOR_BYTES);
    }

    /** Claims the disk: nobody else may use it then. */
    public Pending<MessageFrame> open() {
        return driver.claim(iop, tid);
    }

    /** Gives the disk back. */
    public Pending<MessageFrame> close() {
        return driver.release(iop, tid);
    }

    /** Reads one sector. */
    public Pending<byte[]> read(long sector) {
        int address = (int) buffer.base();
        return once(new BlockRead(0, 0, 0, SECTOR_BYTES, sector * SECTOR_BYTES, List.of(Simple.into(address, SECTOR_BYTES))))
            .map(_ -> buffer.memory().toArray(ValueLayout.JAVA_BYTE));
    }

    /** Writes one sector; the result is the number of bytes that the disk has taken. */
    public Pending<Integer> write(long sector, byte[] data) {
        MemorySegment.copy(data, 0, buffer.memory(), ValueLayout.JAVA_BYTE, 0, SECTOR_BYTES);
        int address = (int) buffer.base();
        return once(new BlockWrite(0, 0, SECTOR_BYTES, sector * SECTOR_BYTES, List.of(Simple.from(address, SECTOR_BYTES))))
            .map(reply -> reply.wordOrZero(5));
    }

    /** There is one buffer, so there is one request at a time. */
    private Pending<MessageFrame> once(Request request) {
        if (busy) {
            return Pending.failed(new HostException("one sector at a time"));
        }
        busy = true;
        Pending<MessageFrame> reply = driver.ask(iop, tid, request);
        reply.whenDone(_ -> busy = false);
        return reply;
    }
}
