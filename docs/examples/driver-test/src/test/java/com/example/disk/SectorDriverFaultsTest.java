package com.example.disk;

import static dev.spine.host.testkit.script.Answers.refusal;
import static dev.spine.host.testkit.script.Answers.silence;
import static dev.spine.host.testkit.script.Answers.success;
import static dev.spine.host.testkit.script.Answers.transportFailure;
import static dev.spine.host.testkit.script.Requests.blockRead;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.host.driver.RefusedException;
import dev.spine.host.driver.RequestFailedException;
import dev.spine.host.driver.RequestFailure;
import dev.spine.host.testkit.EngineKind;
import dev.spine.host.testkit.TestNode;
import dev.spine.host.testkit.junit.SpineExtension;
import dev.spine.host.testkit.script.ScriptedIop;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.message.block.StorageStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SectorDriverFaultsTest {
    private static final int DISK = 0x008;

    @RegisterExtension
    final SpineExtension spine = SpineExtension.on(EngineKind.MODELLED, node -> node.scripted("card")
        .offering(SectorDriver.class, made -> new SectorDriver(made.driver(), made.memory(), made.iop(), DISK)));

    @BeforeEach
    void thereIsADisk(ScriptedIop iop) {
        iop.device(DISK, DeviceClass.RANDOM_BLOCK_STORAGE);
    }

    @Test
    void saysWhatTheDiskRefuses(TestNode node, ScriptedIop iop, SectorDriver driver) {
        iop.expects(blockRead()).replies(refusal(StorageStatus.MEDIA_ERROR));
        RefusedException refused = assertThrows(RefusedException.class, () -> node.await("the read", () -> driver.read(0)));
        assertEquals(StorageStatus.MEDIA_ERROR, refused.detailedStatus());
    }

    @Test
    void givesUpADiskThatIsSilent(TestNode node, ScriptedIop iop, SectorDriver driver) {
        iop.expects(blockRead()).replies(silence());
        RequestFailedException failed =
            assertThrows(RequestFailedException.class, () -> node.await("the read", () -> driver.read(0)));
        assertEquals(RequestFailure.Reason.TIMEOUT, failed.failure().reason());
    }

    @Test
    void canReadAgainAfterATransportFailure(TestNode node, ScriptedIop iop, SectorDriver driver) {
        iop.expects(blockRead()).replies(transportFailure(FailureCode.CONGESTION));
        iop.expects(blockRead()).replies(success(SectorDriver.SECTOR_BYTES));
        assertThrows(RequestFailedException.class, () -> node.await("the read", () -> driver.read(0)));
        node.await("the second read", () -> driver.read(0));
    }

    @Test
    void dropsASecondReply(TestNode node, ScriptedIop iop, SectorDriver driver) {
        iop.expects(blockRead()).replies(success(SectorDriver.SECTOR_BYTES).twice());
        node.await("the read", () -> driver.read(0));
    }
}
