package dev.spine.perf.forward;

import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.router.RouterProtocol;
import dev.spine.extension.router.host.InterfaceAddress;
import dev.spine.extension.router.host.NextHop;
import dev.spine.extension.router.host.RouterHost;
import dev.spine.extension.router.host.RouterNode;
import dev.spine.extension.router.host.RouterPort;
import dev.spine.extension.router.host.RouterSettings;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.iop.packet.wire.Address;
import dev.spine.system.SpineSystem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The SPINE path: the router extension on both cards. One thread at a time. */
public final class SpineForwardPath implements ForwardPath {
    private static final int MTU = 1500;
    private static final int NETWORK_BITS = 24;
    private static final int MAC = 14;

    private final RouterSettings settings;
    private @Nullable RouterNode router;
    private int copyLimit;
    private long workedOutNs;
    private long inForceNs;

    /** Of routers with room for much; a stage says how large their tables are. */
    public SpineForwardPath() {
        this(RouterSettings.STANDARD);
    }

    /**
     * Of routers that are made otherwise.
     *
     * @param settings of both cards, but for the bytes of their tables, which a stage says
     */
    SpineForwardPath(RouterSettings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return "spine";
    }

    @Override
    public void open(ForwardStage stage) {
        SpineSystem system = stage.system();
        copyLimit = system.device(ForwardSystem.IN, ForwardSystem.RUNTIME).module() instanceof RuntimeModule runtime
            ? runtime.copyLimit() : Integer.MAX_VALUE;
        RouterNode made = new RouterNode(new RouterHost(system.driver(), system.host(), system.hostMemory(), system.tasks()),
            settings.withTableBytes(stage.tableBytes()));
        router = made;
        int in = made.port(port(system, ForwardSystem.IN, ForwardSystem.IN_MAC));
        InterfaceAddress inAddress = new InterfaceAddress(Address.parse("198.18.0.1"), NETWORK_BITS);
        InterfaceAddress outAddress = new InterfaceAddress(Address.parse("198.18.1.254"), NETWORK_BITS);
        int out;
        if (stage.out().equals(ForwardSystem.IN)) {
            out = in;
            made.addresses(in, List.of(inAddress, outAddress));
        } else {
            out = made.port(port(system, ForwardSystem.OUT, ForwardSystem.OUT_MAC));
            made.addresses(in, List.of(inAddress));
            made.addresses(out, List.of(outAddress));
        }
        for (int gateway = 1; gateway <= ForwardRoutes.GATEWAYS; gateway++) {
            made.neighbour(out, ForwardRoutes.gateway(gateway), ForwardRoutes.gatewayMac(gateway));
        }
        Map<Prefix, NextHop> routes = new LinkedHashMap<>();
        NextHop[] hops = new NextHop[ForwardRoutes.GATEWAYS + 1];
        for (int gateway = 1; gateway < hops.length; gateway++) {
            hops[gateway] = new NextHop.Via(out, ForwardRoutes.gateway(gateway));
        }
        stage.routes().routes().forEach((prefix, gateway) -> routes.put(prefix, hops[gateway]));
        long begin = System.nanoTime();
        made.replaceRoutes(routes);
        workedOutNs = System.nanoTime() - begin;
        CompletableFuture<Void> inForce = made.acknowledged().toCompletableFuture();
        system.tasks().await("the routes to be in force", inForce::isDone);
        inForce.join();
        inForceNs = System.nanoTime() - begin;
    }

    /** {@return seconds of the wall clock in which the host had worked out what the cards' tables are to be, once it had the routes} */
    public double workedOutSeconds() {
        return workedOutNs / 1e9;
    }

    /** {@return seconds of the wall clock after which all routes were in force on all cards, from the same begin} */
    public double inForceSeconds() {
        return inForceNs / 1e9;
    }

    private static RouterPort port(SpineSystem system, String card, long address) {
        int tid = system.device(card, ForwardSystem.RUNTIME).tid();
        RuntimeClient client = new RuntimeClient(system.driver(card), tid, system.hostMemory(), system.tasks());
        return new RouterPort(card, client, system.driver(card), tid, address, MTU);
    }

    @Override
    public int carriedHeaderBytes(int packetBytes) {
        // What stands before each frame of a batch, and what fills it up to a multiple of 8, or describes one that is not copied.
        return RouterProtocol.FRAME_HEADER + (packetBytes - MAC > copyLimit ? RouterProtocol.WHOLE_BYTES : -packetBytes & 7);
    }

    @Override
    public String route() {
        return "router extensions on both cards: batches of packets from one to the other";
    }

    @Override
    public void close() {
        RouterNode made = router;
        if (made != null) {
            made.close();
        }
    }
}
