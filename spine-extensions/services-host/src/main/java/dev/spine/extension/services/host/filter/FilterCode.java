package dev.spine.extension.services.host.filter;

import dev.spine.extension.api.Buffer;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes a decision graph as the code of a method {@code int decide(Buffer packet, int length)}: a node is a comparison and a jump, what
 * more than one node asks for is loaded once and kept in a local variable, and bounds are checked once.
 */
final class FilterCode {
    private static final ClassDesc BUFFER = ClassDesc.of(Buffer.class.getName());
    private static final MethodTypeDesc READ = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);
    private static final MethodTypeDesc COUNT = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    private static final int PACKET = 1;
    private static final int LENGTH = 2;
    /** Numbers with a local variable of their own; a method of an extension has 256 variables at most. */
    private static final int MAX_VARIABLES = 200;

    private final CodeBuilder code;
    private final ClassDesc owner;
    private final NodeOrder order;
    private final List<Label> labels = new ArrayList<>();
    private final Map<Value, Integer> variables = new HashMap<>();
    private final List<@Nullable Established> before = new ArrayList<>();

    private FilterCode(CodeBuilder code, ClassDesc owner, DecisionNode first) {
        this.code = code;
        this.owner = owner;
        this.order = NodeOrder.of(first);
        order.nodes().forEach(node -> {
            labels.add(code.newLabel());
            before.add(null);
        });
        findVariables();
    }

    /** Writes the code. */
    static void write(CodeBuilder code, ClassDesc owner, DecisionNode first) {
        new FilterCode(code, owner, first).write();
    }

    /** What is part of two things, or is a place to load from, is kept. */
    private void findVariables() {
        Map<Value, Set<Object>> users = new HashMap<>();
        List<Value> found = new ArrayList<>();
        Set<Value> bases = new HashSet<>();
        for (DecisionNode node : order.nodes()) {
            if (node instanceof DecisionNode.Branch branch) {
                findUsers(branch.test().left(), branch, users, found, bases);
                findUsers(branch.test().right(), branch, users, found, bases);
            }
        }
        for (Value value : found) {
            boolean shared = Objects.requireNonNull(users.get(value)).size() > 1;
            if ((bases.contains(value) || shared) && variables.size() < MAX_VARIABLES) {
                variables.put(value, LENGTH + 1 + variables.size());
            }
        }
    }

    private static void findUsers(Value value, Object user, Map<Value, Set<Object>> users, List<Value> found, Set<Value> bases) {
        if (value instanceof Value.Constant || value instanceof Value.Length) {
            return;
        }
        Set<Object> known = users.get(value);
        if (known == null) {
            known = new HashSet<>();
            users.put(value, known);
            found.add(value);
        }
        known.add(user);
        if (value instanceof Value.Operation operation) {
            findUsers(operation.left(), value, users, found, bases);
            findUsers(operation.right(), value, users, found, bases);
            if (operation.operator().divides() && !(operation.right() instanceof Value.Constant)) {
                bases.add(operation.right());
            }
        } else if (value instanceof Value.Load load && load.base() != null) {
            findUsers(load.base(), value, users, found, bases);
            bases.add(load.base());
        }
    }

    private void write() {
        before.set(0, new Established());
        int line = -1;
        for (int i = 0; i < order.nodes().size(); i++) {
            code.labelBinding(labels.get(i));
            Established known = before.get(i);
            if (known == null) {
                // Only packets that are too short would come here, and it was found before that they are not.
                continue;
            }
            switch (order.nodes().get(i)) {
                case DecisionNode.Branch branch -> {
                    if (branch.rule() != line) {
                        line = branch.rule();
                        code.lineNumber(line + 1);
                    }
                    branch(branch, known, i);
                }
                case DecisionNode.Count count -> {
                    code.aload(0).loadConstant(count.rule()).invokevirtual(owner, "count", COUNT);
                    goOn(count.next(), known, i);
                }
                case DecisionNode.Verdict verdict -> code.loadConstant(verdict.rule()).ireturn();
                case DecisionNode.Undecided undecided -> code.loadConstant(-1).ireturn();
            }
        }
    }

    private void goOn(DecisionNode next, Established known, int from) {
        reach(next, known);
        if (order.number(next) != from + 1) {
            code.goto_(label(next));
        }
    }

    private Label label(DecisionNode node) {
        return labels.get(order.number(node));
    }

    /** A packet can come to a node knowing so much. */
    private void reach(DecisionNode node, Established known) {
        int number = order.number(node);
        Established other = before.get(number);
        if (other == null) {
            before.set(number, known.copy());
        } else {
            other.meet(known);
        }
    }

    private void branch(DecisionNode.Branch branch, Established known, int from) {
        Condition.Test test = branch.test();
        Established outside = known.copy();
        secure(test.left(), known, branch, outside);
        secure(test.right(), known, branch, outside);
        boolean signed = test.comparison() == Comparison.EQUAL || test.comparison() == Comparison.DIFFERENT
            || test.left().most() <= Integer.MAX_VALUE && test.right().most() <= Integer.MAX_VALUE;
        push(test.left(), known);
        Opcode jump;
        if (test.right() instanceof Value.Constant constant && constant.number() == 0 && signed) {
            jump = againstZero(test.comparison());
        } else {
            flip(signed);
            push(test.right(), known);
            flip(signed);
            jump = ofTwo(test.comparison());
        }
        code.branch(jump, label(branch.whenTrue()));
        reach(branch.whenTrue(), known);
        goOn(branch.whenFalse(), known, from);
    }

    /** Numbers without sign are ordered as numbers with the other sign. */
    private void flip(boolean signed) {
        if (!signed) {
            code.loadConstant(Integer.MIN_VALUE).ixor();
        }
    }

    private static Opcode againstZero(Comparison comparison) {
        return switch (comparison) {
            case EQUAL -> Opcode.IFEQ;
            case DIFFERENT -> Opcode.IFNE;
            case GREATER -> Opcode.IFGT;
            case NOT_GREATER -> Opcode.IFLE;
            case NOT_LESS -> Opcode.IFGE;
            case LESS -> Opcode.IFLT;
        };
    }

    private static Opcode ofTwo(Comparison comparison) {
        return switch (comparison) {
            case EQUAL -> Opcode.IF_ICMPEQ;
            case DIFFERENT -> Opcode.IF_ICMPNE;
            case GREATER -> Opcode.IF_ICMPGT;
            case NOT_GREATER -> Opcode.IF_ICMPLE;
            case NOT_LESS -> Opcode.IF_ICMPGE;
            case LESS -> Opcode.IF_ICMPLT;
        };
    }

    /** Sees to it that all bytes of a number are there and no division fails, while nothing is on the stack. */
    private void secure(Value value, Established known, DecisionNode.Branch branch, Established outside) {
        if (known.isComputed(value)) {
            return;
        }
        switch (value) {
            case Value.Constant constant -> { }
            case Value.Length length -> { }
            case Value.Operation operation -> {
                secure(operation.left(), known, branch, outside);
                secure(operation.right(), known, branch, outside);
                if (operation.operator().divides() && !(operation.right() instanceof Value.Constant)) {
                    push(operation.right(), known);
                    leave(Opcode.IFEQ, branch, outside);
                }
            }
            case Value.Load load -> secureLoad(load, known, branch, outside);
        }
    }

    private void secureLoad(Value.Load load, Established known, DecisionNode.Branch branch, Established outside) {
        Value base = load.base();
        if (base != null) {
            secure(base, known, branch, outside);
        }
        boolean small = load.offset() >= 0 && load.offset() < 1 << 20;
        int end = load.offset() + load.size();
        if (base == null) {
            if (!small) {
                // No packet is so long.
                code.loadConstant(0);
                leave(Opcode.IFEQ, branch, outside);
            } else if (known.checked(null) < end) {
                code.iload(LENGTH).loadConstant(end);
                leave(Opcode.IF_ICMPLT, branch, outside);
                known.check(null, end);
            }
        } else if (small && base.most() < 1 << 20) {
            if (known.checked(base) < end) {
                push(base, known);
                code.loadConstant(end).iadd().iload(LENGTH);
                leave(Opcode.IF_ICMPGT, branch, outside);
                known.check(base, end);
            }
        } else {
            if (known.checked(null) < load.size()) {
                code.iload(LENGTH).loadConstant(load.size());
                leave(Opcode.IF_ICMPLT, branch, outside);
                known.check(null, load.size());
            }
            push(base, known);
            code.loadConstant(load.offset()).iadd().loadConstant(Integer.MIN_VALUE).ixor();
            code.iload(LENGTH).loadConstant(load.size()).isub().loadConstant(Integer.MIN_VALUE).ixor();
            leave(Opcode.IF_ICMPGT, branch, outside);
        }
    }

    private void leave(Opcode jump, DecisionNode.Branch branch, Established outside) {
        code.branch(jump, label(branch.outside()));
        reach(branch.outside(), outside);
    }

    private void push(Value value, Established known) {
        Integer variable = variables.get(value);
        if (variable != null && known.isComputed(value)) {
            code.iload(variable);
            return;
        }
        switch (value) {
            case Value.Constant constant -> code.loadConstant(constant.number());
            case Value.Length length -> code.iload(LENGTH);
            case Value.Load load -> {
                code.aload(PACKET);
                if (load.base() == null) {
                    code.loadConstant(load.offset());
                } else {
                    push(load.base(), known);
                    code.loadConstant(load.offset()).iadd();
                }
                code.invokevirtual(BUFFER, load.size() == 1 ? "u8" : load.size() == 2 ? "u16" : "i32", READ);
            }
            case Value.Operation operation -> operate(operation, known);
        }
        if (variable != null) {
            code.dup().istore(variable);
            known.compute(value);
        }
    }

    private void operate(Value.Operation operation, Established known) {
        push(operation.left(), known);
        push(operation.right(), known);
        switch (operation.operator()) {
            case ADD -> code.iadd();
            case SUBTRACT -> code.isub();
            case MULTIPLY -> code.imul();
            case AND -> code.iand();
            case OR -> code.ior();
            case XOR -> code.ixor();
            case DIVIDE -> unsigned("divideUnsigned");
            case REMAINDER -> unsigned("remainderUnsigned");
            case SHIFT_LEFT, SHIFT_RIGHT -> shift(operation);
        }
    }

    private void unsigned(String method) {
        code.invokestatic(ConstantDescs.CD_Integer, method, MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int,
            ConstantDescs.CD_int));
    }

    /** The machine takes an amount modulo 32; here all bits are gone then. The amount is widened, so that no branch is needed. */
    private void shift(Value.Operation operation) {
        Opcode narrow = operation.operator() == Operator.SHIFT_LEFT ? Opcode.ISHL : Opcode.IUSHR;
        if (operation.right() instanceof Value.Constant || operation.right().most() < 32) {
            if (narrow == Opcode.ISHL) {
                code.ishl();
            } else {
                code.iushr();
            }
            return;
        }
        // value, amount -> min(amount, 63) as a number without sign, then a shift of 64 bits.
        code.i2l().loadConstant(0xFFFF_FFFFL).land().loadConstant(63L)
            .invokestatic(ClassDesc.of("java.lang.Math"), "min", MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long,
                ConstantDescs.CD_long)).l2i();
        code.swap().i2l().loadConstant(0xFFFF_FFFFL).land();
        code.dup2_x1().pop2();
        if (narrow == Opcode.ISHL) {
            code.lshl();
        } else {
            code.lushr();
        }
        code.l2i();
    }
}
