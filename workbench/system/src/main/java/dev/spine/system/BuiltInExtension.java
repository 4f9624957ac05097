package dev.spine.system;

import dev.spine.extension.api.Extension;
import dev.spine.extension.ardma.server.ServerExtension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.panic.card.PanicExtension;
import dev.spine.extension.router.RouterExtension;
import dev.spine.extension.services.accounting.AccountingExtension;
import dev.spine.extension.services.flood.FloodExtension;
import dev.spine.extension.services.hosting.HostingExtension;
import dev.spine.extension.services.lrp.LrpExtension;
import dev.spine.extension.services.multicast.MulticastExtension;
import dev.spine.extension.services.nat.NatExtension;
import dev.spine.extension.services.shaping.PolicingExtension;
import dev.spine.extension.services.shaping.ShapingExtension;
import dev.spine.extension.store.StoreExtension;
import dev.spine.extension.video.VideoExtension;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The extensions that come with Spine, known by a word where others are known by the file of their jar. Any thread. */
public enum BuiltInExtension {
    /** Shows RFC 4175 video in windows of a screen. */
    VIDEO(VideoExtension.class),
    /** Moves blocks between a disk and a wire or a screen. */
    STORE(StoreExtension.class),
    /** Forwards IP packets from card to card; of use only where a router's host side tells it what to know. */
    ROUTER(RouterExtension.class),
    /** Counts packets by flow and by prefix. */
    ACCOUNTING(AccountingExtension.class),
    /** Drops what comes faster than its class may. */
    POLICING(PolicingExtension.class),
    /** Lets frames leave no faster than they may. */
    SHAPING(ShapingExtension.class, true),
    /** Admits requests at a rate. */
    FLOOD(FloodExtension.class),
    /** Hides hosts behind one address. */
    NAT(NatExtension.class, true),
    /** Queues of sockets on the card. */
    LRP(LrpExtension.class),
    /** Several servers behind one address. */
    HOSTING(HostingExtension.class, true),
    /** A server of Active RDMA: areas that clients of other nodes reach, and routines of theirs that run here. */
    ARDMA(ServerExtension.class),
    /** Runs PANIC programs, which come over the control socket. */
    PANIC(PanicExtension.class),
    /** A card of a multicast tree; of use only where a tree's host side says what the tree is. */
    MULTICAST(MulticastExtension.class, true);

    private final Class<? extends Extension> entry;
    private final boolean needsCompletePackets;

    BuiltInExtension(Class<? extends Extension> entry) {
        this(entry, false);
    }

    BuiltInExtension(Class<? extends Extension> entry, boolean needsCompletePackets) {
        this.entry = entry;
        this.needsCompletePackets = needsCompletePackets;
    }

    /** {@return the word} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return all words, for messages} */
    public static String words() {
        return Arrays.stream(values()).map(BuiltInExtension::word).collect(Collectors.joining(", "));
    }

    /**
     * {@return the extension of a word, or null}
     *
     * @param word in lower case
     */
    public static @Nullable BuiltInExtension of(String word) {
        for (BuiltInExtension extension : values()) {
            if (extension.word().equals(word)) {
                return extension;
            }
        }
        return null;
    }

    /** {@return whether it changes or keeps packets, and so takes none with which work is left to be done} */
    boolean needsCompletePackets() {
        return needsCompletePackets;
    }

    /** {@return its jar} */
    public Image image() {
        return new Image(PackagedExtension.image(word(), entry));
    }
}
