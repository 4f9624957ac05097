package dev.spine.extension.services.host.multicast;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;

import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.host.InstanceMessages;
import dev.spine.extension.services.multicast.MulticastProtocol;
import dev.spine.host.driver.HostException;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.engine.AwaitFailedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A multicast tree over cards. {@link #install} says a new generation of it to all cards; when each has it, those where packets come in are
 * told to use it. What is in flight goes on along the generation before. When a card has gone, {@link #lose} does the same without it.
 *
 * <p>Used from outside the hosts' agents, by one thread; only what is notified of lost neighbours is called on them.
 */
public final class MulticastTree {
    private static final int FIRST_USER_WORD = 4;

    private final int keyHigh;
    private final int keyLow;
    private final int root;
    private final int fanOut;
    private final IntConsumer neighbourLost;
    /** Read on the hosts' agents too. */
    private final Map<Integer, TreeMember> members = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> lives = new HashMap<>();
    /** By member: the last generation that it has, and that it uses. Written on the hosts' agents. */
    private final Map<Integer, Integer> ready = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> active = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> refused = new ConcurrentHashMap<>();
    private final AtomicLong foreign = new AtomicLong();
    private int generation;
    private SortedSet<Integer> unreachable = new TreeSet<>();

    /**
     * A tree without cards.
     *
     * @param key as the extensions were told by their parameter {@code key}
     * @param root the number of the member from which the ways are the shortest
     * @param fanOut how many children a card has at most, 1 to 15, as far as others can have them
     * @param neighbourLost told the number of a member, on a host's agent, when a card could not bring it a packet: {@link #lose} it later,
     *     on the thread that uses this
     */
    public MulticastTree(long key, int root, int fanOut, IntConsumer neighbourLost) {
        if (fanOut < 1 || fanOut >= MulticastProtocol.MAX_NEIGHBOURS) {
            throw new IllegalArgumentException("a card has 1 to " + (MulticastProtocol.MAX_NEIGHBOURS - 1) + " children, not " + fanOut);
        }
        this.keyHigh = (int) (key >>> Integer.SIZE);
        this.keyLow = (int) key;
        this.root = root;
        this.fanOut = fanOut;
        this.neighbourLost = neighbourLost;
    }

    /**
     * Adds a card, or one that was lost and has the extension again. It is in the tree after the next {@link #install}. Members of one
     * runtime have one client: the member that was added last is heard for all of them, by that.
     *
     * @param member it
     */
    public void add(TreeMember member) {
        checkArgument(member.number() >= 1 && member.number() <= MulticastProtocol.MAX_CARDS, "members are numbered 1 to %s, not %s",
            MulticastProtocol.MAX_CARDS, member.number());
        members.put(member.number(), member);
        lives.merge(member.number(), 1, Integer::sum);
        forget(member.number());
        ExtensionClient client = member.client();
        client.listen(MulticastProtocol.ANSWER, message -> onAnswer(client, message));
        client.listen(MulticastProtocol.LOST, message -> onLost(client, message));
    }

    /**
     * {@return who has sent a message, null when it is no member} Every extension of a card can send to the same handlers, and name any
     * member; by which instance it was sent is written by the runtime.
     */
    private @Nullable TreeMember sender(ExtensionClient client, MessageFrame message) {
        for (TreeMember member : members.values()) {
            if (member.client() == client && InstanceMessages.isFrom(message, member.instance())) {
                return member;
            }
        }
        foreign.incrementAndGet();
        return null;
    }

    /**
     * {@return messages that no member has sent: of other extensions of the cards, and late ones of members that were given up; any thread}
     */
    public long foreign() {
        return foreign.get();
    }

    private void forget(int number) {
        ready.remove(number);
        active.remove(number);
        refused.remove(number);
    }

    private void onAnswer(ExtensionClient client, MessageFrame message) {
        TreeMember member = sender(client, message);
        if (member == null) {
            return;
        }
        int number = member.number();
        int of = message.wordOrZero(FIRST_USER_WORD + 1);
        switch (message.wordOrZero(FIRST_USER_WORD + 2)) {
            case MulticastProtocol.READY -> ready.put(number, of);
            case MulticastProtocol.ACTIVE -> active.put(number, of);
            default -> refused.put(number, of);
        }
    }

    private void onLost(ExtensionClient client, MessageFrame message) {
        if (sender(client, message) != null) {
            neighbourLost.accept(message.wordOrZero(FIRST_USER_WORD + 2));
        }
    }

    /** {@return the generation that is in force, 0 before the first} */
    public int generation() {
        return generation;
    }

    /** {@return members to which no way leads} */
    public SortedSet<Integer> unreachable() {
        return new TreeSet<>(unreachable);
    }

    /**
     * Plans the tree anew and puts it in force. Members that do not answer are given up, and the others are planned without them.
     *
     * @return members that were given up
     * @throws IllegalStateException when no member is left
     */
    public Set<Integer> install() {
        Set<Integer> givenUp = new TreeSet<>();
        boolean done = false;
        while (!done) {
            checkState(!members.isEmpty(), "no card of the multicast tree answers: add one");
            Set<Integer> silent = tryInstall();
            silent.forEach(members::remove);
            givenUp.addAll(silent);
            done = silent.isEmpty();
        }
        return givenUp;
    }

    /**
     * Goes on without a card: those that hung at it are hung elsewhere.
     *
     * @param number of the member; nothing happens when it is none
     * @return further members that were given up
     */
    public Set<Integer> lose(int number) {
        return members.remove(number) == null ? Set.of() : install();
    }

    /** {@return members that do not answer} */
    private Set<Integer> tryInstall() {
        generation++;
        TreePlan plan = TreePlan.of(new ArrayList<>(members.values()), root, fanOut);
        unreachable = plan.unreachable();
        List<TreeMember> all = plan.neighbours().keySet().stream().map(this::member).toList();
        Set<Integer> silent = new TreeSet<>();
        for (TreeMember member : all) {
            attempt(silent, member, () -> say(member, plan, all));
        }
        for (TreeMember member : all) {
            attempt(silent, member, () -> await(member, "to have the tree", ready));
        }
        if (!silent.isEmpty()) {
            return silent;
        }
        for (TreeMember member : all) {
            attempt(silent, member, () -> {
                member.client().send(member.instance(), MulticastProtocol.ACTIVATE, keyHigh, keyLow, generation);
                await(member, "to use the tree", active);
            });
        }
        return silent;
    }

    private TreeMember member(int number) {
        return Objects.requireNonNull(members.get(number));
    }

    private static void attempt(Set<Integer> silent, TreeMember member, Runnable what) {
        if (silent.contains(member.number())) {
            return;
        }
        try {
            what.run();
        } catch (HostException | AwaitFailedException e) {
            silent.add(member.number());
        }
    }

    private void await(TreeMember member, String what, Map<Integer, Integer> until) {
        int number = member.number();
        member.tasks().await("card " + number + " of the multicast tree " + what, () -> said(until, number) || said(refused, number));
        if (!said(until, number)) {
            throw new HostException("card " + number + " refuses the multicast tree");
        }
    }

    private boolean said(Map<Integer, Integer> what, int number) {
        return what.getOrDefault(number, 0) == generation;
    }

    private void say(TreeMember member, TreePlan plan, List<TreeMember> all) {
        List<TreeMember> neighbours = Objects.requireNonNull(plan.neighbours().get(member.number())).stream().map(this::member).toList();
        int duties = (isDesignatedForwarder(member, all) ? MulticastProtocol.INGRESS | MulticastProtocol.WIRE : 0)
            | (member.toHost() ? MulticastProtocol.HOST : 0);
        int life = lives.getOrDefault(member.number(), 1);
        send(member, MulticastProtocol.TREE, neighbours.size(), all.size(), member.number(), life, duties);
        for (int i = 0; i < neighbours.size(); i++) {
            TreeMember other = neighbours.get(i);
            int handler = other.instance() << Byte.SIZE | MulticastProtocol.FORWARD;
            if (other.host().equals(member.host())) {
                send(member, MulticastProtocol.NEIGHBOUR, i, other.number(), MulticastProtocol.PEER, other.iopId(), other.tid(), handler);
            } else {
                send(member, MulticastProtocol.NEIGHBOUR, i, other.number(), MulticastProtocol.NETWORK,
                    (int) (other.hardwareAddress() >>> Integer.SIZE), (int) other.hardwareAddress(), handler);
            }
        }
        for (int i = 0; i < all.size(); i++) {
            long address = all.get(i).hardwareAddress();
            send(member, MulticastProtocol.ADDRESS, i, (int) (address >>> Integer.SIZE), (int) address);
        }
    }

    /** Of the members at one wire, one takes packets from it and gives them to it. */
    private static boolean isDesignatedForwarder(TreeMember member, List<TreeMember> all) {
        return all.stream().noneMatch(other -> other.wire().equals(member.wire()) && other.number() < member.number());
    }

    private void send(TreeMember member, int handler, int... words) {
        int[] message = new int[words.length + 3];
        message[0] = keyHigh;
        message[1] = keyLow;
        message[2] = generation;
        System.arraycopy(words, 0, message, 3, words.length);
        member.client().send(member.instance(), handler, message);
    }
}
