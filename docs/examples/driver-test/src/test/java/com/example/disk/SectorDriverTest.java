package com.example.disk;

import static com.example.disk.SectorDriver.SECTOR_BYTES;
import static dev.spine.host.testkit.message.FrameAssertion.assertThatFrame;
import static dev.spine.host.testkit.script.Answers.data;
import static dev.spine.host.testkit.script.Answers.success;
import static dev.spine.host.testkit.script.Requests.blockRead;
import static dev.spine.host.testkit.script.Requests.blockWrite;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.host.testkit.TestNode;
import dev.spine.host.testkit.junit.SpineSystem;
import dev.spine.host.testkit.junit.TestOnEachKind;
import dev.spine.iop.bus.Account;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

@SpineSystem(DiskPlan.class)
class SectorDriverTest {
    private static byte[] sectorOf(int value) {
        byte[] sector = new byte[SECTOR_BYTES];
        Arrays.fill(sector, (byte) value);
        return sector;
    }

    @Test
    void readsWhatItHasWritten(TestNode node, SectorDriver driver, Account hostMoved) {
        assertThatFrame(node.await("the claim", driver::open)).succeeded();
        node.await("the write", () -> driver.write(3, sectorOf(0x5A)));

        assertArrayEquals(sectorOf(0x5A), node.await("the read", () -> driver.read(3)));

        node.await("the release", driver::close);
        // The disk moved the bytes; the host's own DMA engine moved none.
        assertEquals(0, hostMoved.snapshot().dataBytes());
    }

    @TestOnEachKind
    void writesASectorAndReadsItBack(TestNode node, SectorDriver driver) {
        node.whenScripted(iop -> {
            iop.expects(blockWrite().to(DiskPlan.DISK_TID).atByte(4096).data(sectorOf(7))).replies(success(SECTOR_BYTES));
            iop.expects(blockRead().to(DiskPlan.DISK_TID).atByte(4096).bytes(SECTOR_BYTES))
                .replies(data(sectorOf(7)).then(success(SECTOR_BYTES)));
        });

        node.await("the claim", driver::open);
        assertEquals(SECTOR_BYTES, node.await("the write", () -> driver.write(8, sectorOf(7))));
        assertArrayEquals(sectorOf(7), node.await("the read", () -> driver.read(8)));
        node.await("the release", driver::close);
    }
}
