package dev.spine.perf.forward;

import dev.spine.host.driver.HostException;
import dev.spine.host.driver.IopDriver;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.param.BlockStatus;
import dev.spine.i2o.param.LanGroups;
import dev.spine.i2o.param.OperationList;
import dev.spine.i2o.param.ResultList;
import dev.spine.peer.bridge.BridgeStart;
import dev.spine.system.SpineSystem;

/**
 * The I2O peer path: a module on the first card has the second card's LAN port send whatever comes in. No extension, no host, and no route:
 * packets leave as they came, with their hardware addresses, TTL and checksum.
 */
final class BridgeForwardPath implements ForwardPath {
    @Override
    public String name() {
        return "i2o";
    }

    @Override
    public void open(ForwardStage stage) {
        SpineSystem system = stage.system();
        int lan = system.device(ForwardSystem.OUT, ForwardSystem.LAN).tid();
        ResultList notified = system.await("the second network card", () -> system.driver().paramsGet(system.driver(ForwardSystem.OUT), lan,
            new OperationList().fieldGet(LanGroups.TRANSMIT_INFO)));
        if (notified.blocks().isEmpty() || notified.blocks().getFirst().status() != BlockStatus.SUCCESS) {
            throw new HostException("the second network card does not tell how many packets it takes in a message");
        }
        int perMessage = (int) LanGroups.TRANSMIT_INFO.readScalar(notified.blocks().getFirst().data()).number("TxMaxRequestPackets");
        IopDriver in = system.driver(ForwardSystem.IN);
        BridgeStart start = new BridgeStart(system.driver().iopId(system.driver(ForwardSystem.OUT)), lan, perMessage);
        MessageFrame reply = system.await("the bridge",
            () -> system.driver().ask(in, system.device(ForwardSystem.IN, ForwardSystem.BRIDGE).tid(), start.message()));
        if (reply.requestStatus() != RequestStatus.SUCCESS) {
            throw new HostException("the bridge cannot reach the second card (status " + reply.requestStatus() + ", detail "
                + reply.detailedStatus() + ")");
        }
    }

    @Override
    public ForwardPackets.Expected expected(ForwardPackets packets) {
        return packets.asOffered();
    }

    @Override
    public String route() {
        return "messages from card to card that name packets, which the second card fetches; by a static rule, without routing: headers"
            + " stay as they are";
    }
}
