package dev.spine.extension.services.host.lrp;

import static com.google.common.base.Preconditions.checkState;

import dev.spine.extension.host.InstanceData;
import dev.spine.extension.host.InstanceMessages;
import dev.spine.extension.host.LentBuffers;
import dev.spine.extension.host.Listening;
import dev.spine.extension.host.ReceivedData;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.services.lrp.LrpProtocol;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostWork;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.engine.Tasks;
import org.jspecify.annotations.Nullable;

/** Opens sockets on a card that has the extension {@code lrp}. The host's agent. */
public final class LrpReceiver implements HostWork, AutoCloseable {
    private static final int FIRST_USER_WORD = 4;
    /** In place of an answer: there is none any more. */
    private static final int ENDED = -1;

    private final RuntimeClient client;
    private final HostAgent agent;
    private final Tasks tasks;
    private final int instance;
    private final InstanceLife life;
    private final InstanceMessages answersHeard;
    private final InstanceData packetsHeard;
    private final Listening listening;
    private final @Nullable LrpSocket[] sockets = new LrpSocket[LrpProtocol.MAX_SOCKETS];
    private int buffersLeft;
    private boolean creditsWait;
    private int answers;
    private int answer;

    /**
     * Lends the card memory for packets. Called from outside the host's agent, as {@link #open} and {@link #close()} are.
     *
     * @param client of the card's runtime
     * @param agent the host's
     * @param tasks of the host's agent
     * @param instance the extension's number
     * @param buffers packets that can be on the host at a time, all sockets together
     */
    public LrpReceiver(RuntimeClient client, HostAgent agent, Tasks tasks, int instance, LentBuffers buffers) {
        this.client = client;
        this.agent = agent;
        this.tasks = tasks;
        this.instance = instance;
        this.buffersLeft = buffers.count();
        this.life = new InstanceLife(client, tasks, instance);
        this.answersHeard = life.listen(LrpProtocol.ANSWER, this::onAnswer);
        this.packetsHeard = new InstanceData(instance, this::onPacket);
        this.listening = client.listen(LrpProtocol.PACKET, buffers, packetsHeard);
        tasks.run(() -> agent.register(this));
    }

    /** {@return messages of other extensions of the card, which open no socket and bring no packet; on the host's agent} */
    public long foreign() {
        return answersHeard.foreign() + packetsHeard.foreign();
    }

    private void onAnswer(MessageFrame message) {
        answer = message.wordOrZero(FIRST_USER_WORD + 1);
        answers++;
    }

    private void onPacket(MessageFrame message, @Nullable ReceivedData data) {
        int number = message.wordOrZero(FIRST_USER_WORD);
        LrpSocket socket = number < 0 || number >= sockets.length ? null : sockets[number];
        if (socket != null && data != null) {
            socket.arrived(data);
        }
    }

    /**
     * Opens a socket.
     *
     * @param flow whose packets it takes
     * @param queue packets that can wait on the card, 1 to 256; all sockets together have the extension's {@code places}
     * @param window packets that can be on the host before the application has given one back, 1 to 64
     * @return the socket
     * @throws IllegalStateException when there is no place for it: close another, or take a shorter queue or a smaller window; or when the
     *     extension has ended: load it again and make another receiver
     */
    public LrpSocket open(LrpFlow flow, int queue, int window) {
        LrpSocket made = tasks.call(() -> reserve(window));
        checkState(made != null, "no socket or no %s buffers are left: lend more, or close another socket", window);
        int answered = order(LrpProtocol.OPEN, made.number(), flow.protocol(), flow.port(), flow.address(), flow.remoteAddress(),
            flow.remotePort(), queue, window);
        if (answered != LrpProtocol.DONE) {
            tasks.run(() -> forget(made));
            throw new IllegalStateException(answered == ENDED ? "the extension has ended on its card: load it again"
                : "the card has no " + queue + " places left for " + flow + ", or that is no flow");
        }
        return made;
    }

    private @Nullable LrpSocket reserve(int window) {
        if (window < 1 || window > Math.min(buffersLeft, LrpProtocol.MAX_CREDITS)) {
            return null;
        }
        for (int i = 0; i < sockets.length; i++) {
            if (sockets[i] == null) {
                buffersLeft -= window;
                LrpSocket made = new LrpSocket(this, i, window);
                sockets[i] = made;
                return made;
            }
        }
        return null;
    }

    private void forget(LrpSocket socket) {
        socket.drop();
        sockets[socket.number()] = null;
        buffersLeft += socket.window();
    }

    private int order(int handler, int... words) {
        int before = tasks.call(() -> answers);
        if (tasks.call(life::isOver)) {
            return ENDED;
        }
        client.send(instance, handler, words);
        return life.await("the card's answer about a socket", () -> answers > before) ? tasks.call(() -> answer) : ENDED;
    }

    void close(LrpSocket socket) {
        checkState(!tasks.call(() -> sockets[socket.number()] != socket), "the socket is closed");
        order(LrpProtocol.CLOSE, socket.number());
        tasks.run(() -> forget(socket));
    }

    void creditsWait() {
        creditsWait = true;
    }

    /** Sends the credits that have come together. */
    @Override
    public int doWork(int limit) {
        if (!creditsWait || life.isOver()) {
            return 0;
        }
        int work = 0;
        for (LrpSocket socket : sockets) {
            if (socket == null || socket.credits() == 0 || socket.credits() < (socket.window() + 1) / 2) {
                continue;
            }
            if (!client.trySend(instance, LrpProtocol.CREDIT, socket.number(), socket.credits())) {
                return work;
            }
            socket.creditsSent();
            work++;
        }
        creditsWait = false;
        return work;
    }

    /** Ends all sockets and takes the memory back. */
    @Override
    public void close() {
        for (int i = 0; i < sockets.length; i++) {
            int number = i;
            LrpSocket socket = tasks.call(() -> sockets[number]);
            if (socket != null) {
                close(socket);
            }
        }
        tasks.run(() -> agent.deregister(this));
        listening.close();
    }
}
