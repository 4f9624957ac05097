package dev.spine.extension.runtime.verify;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The code of one generated method: statements and values that fit together, over five kinds of values in local variables. */
final class GeneratedCode {
    private static final List<OpenCalls.Call> CALLS = OpenCalls.all();
    private static final int[] EDGES = {0, 1, -1, 2, 7, 64, 255, 1000, 65_536, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final String[] WORDS = {"", "a", "spine", "0123456789abcdef", "\u00e9\u4e2d"};
    private static final List<String> MADE = List.of("java.util.ArrayList", "java.util.HashMap", "java.util.HashSet", "java.util.TreeMap",
        "java.util.LinkedHashMap", "java.util.ArrayDeque", "java.util.PriorityQueue", "java.util.TreeSet", "java.lang.StringBuilder",
        "java.lang.Object", "java.lang.RuntimeException", "java.util.BitSet");
    private static final int MAX_STATEMENTS = 24;
    private static final int MAX_DEPTH = 3;
    private static final int MAX_NESTING = 3;

    /** The kinds of values, and which type a local variable of each has. */
    @SuppressWarnings("ImmutableEnumChecker") // descriptions of types are immutable
    private enum Kind {
        NUMBER(CD_int), LONG(ConstantDescs.CD_long), TEXT(CD_String), OBJECT(CD_Object), INTS(CD_int.arrayType());

        private final ClassDesc type;

        Kind(ClassDesc type) {
            this.type = type;
        }

        static Kind of(ClassDesc type) {
            return switch (type.descriptorString()) {
                case "I", "Z", "B", "C", "S" -> NUMBER;
                case "J" -> LONG;
                case "Ljava/lang/String;", "Ljava/lang/CharSequence;" -> TEXT;
                case "[I" -> INTS;
                default -> OBJECT;
            };
        }
    }

    private final CodeBuilder code;
    private final Random random;
    private final boolean isStatic;
    private final boolean hostile;
    private final int parameters;
    private final int[] slots = new int[Kind.values().length];
    private int statements;
    private int nesting;

    GeneratedCode(CodeBuilder code, Random random, int parameters, boolean isStatic, boolean hostile) {
        this.code = code;
        this.random = random;
        this.parameters = parameters;
        this.isStatic = isStatic;
        this.hostile = hostile;
    }

    /** Writes the local variables and some statements. */
    void write() {
        for (Kind kind : Kind.values()) {
            slots[kind.ordinal()] = code.allocateLocal(TypeKind.from(kind.type));
            plain(kind);
            code.storeLocal(TypeKind.from(kind.type), slots[kind.ordinal()]);
        }
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            statement(0);
        }
    }

    void finish(ClassDesc result) {
        if (result.equals(CD_void)) {
            code.return_();
        } else {
            value(Kind.of(result));
            code.return_(TypeKind.from(result));
        }
    }

    void number() {
        value(Kind.NUMBER);
    }

    private Kind anyKind() {
        return Kind.values()[random.nextInt(Kind.values().length)];
    }

    // --- statements

    private void statement(int depth) {
        if (statements++ > MAX_STATEMENTS) {
            return;
        }
        switch (random.nextInt(depth < MAX_DEPTH ? 11 : 4)) {
            case 0, 1 -> assign();
            case 2 -> call(CALLS.get(random.nextInt(CALLS.size())), null);
            case 3 -> hold();
            case 4 -> branch(depth);
            case 5, 6 -> loop(depth);
            case 7 -> attempt(depth);
            case 8 -> {
                value(Kind.NUMBER);
                code.ifThen(Opcode.IFNE, one -> inner(one).fail());
            }
            case 9 -> choose(depth);
            default -> element();
        }
    }

    private GeneratedCode inner(CodeBuilder within) {
        GeneratedCode inner = new GeneratedCode(within, random, parameters, isStatic, hostile);
        System.arraycopy(slots, 0, inner.slots, 0, slots.length);
        inner.statements = statements;
        return inner;
    }

    private void block(CodeBuilder within, int depth) {
        GeneratedCode inner = inner(within);
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            inner.statement(depth + 1);
        }
        statements = inner.statements;
    }

    private void assign() {
        Kind kind = anyKind();
        value(kind);
        code.storeLocal(TypeKind.from(kind.type), slots[kind.ordinal()]);
    }

    private void hold() {
        if (!isStatic) {
            code.aload(0);
            value(Kind.OBJECT);
            code.putfield(GeneratedClasses.SELF, "held", CD_Object);
        }
    }

    private void branch(int depth) {
        value(Kind.NUMBER);
        code.ifThenElse(random.nextBoolean() ? Opcode.IFEQ : Opcode.IFGT, one -> block(one, depth), other -> block(other, depth));
    }

    /** Counts down, or never ends. */
    private void loop(int depth) {
        boolean ends = random.nextInt(5) != 0;
        int count = code.allocateLocal(TypeKind.INT);
        value(Kind.NUMBER);
        code.loadConstant(random.nextInt(8) == 0 ? -1 : 63).iand().istore(count);
        Label again = code.newBoundLabel();
        block(code, depth);
        if (ends) {
            code.iinc(count, -1).iload(count).ifgt(again);
        } else {
            code.iload(count).loadConstant(Integer.MIN_VALUE).if_icmpne(again);
        }
    }

    private void attempt(int depth) {
        boolean everything = random.nextBoolean();
        code.trying(one -> {
            one.nop();
            block(one, depth);
        }, catches -> {
            if (everything) {
                catches.catchingAll(one -> {
                    one.pop();
                    block(one, depth);
                });
            } else {
                catches.catching(random.nextBoolean() ? CD_Throwable : ClassDesc.of("java.lang.RuntimeException"), one -> {
                    one.pop();
                    block(one, depth);
                });
            }
        });
    }

    private void fail() {
        value(Kind.NUMBER);
        code.ifThen(Opcode.IFLT, one -> {
            ClassDesc type = ClassDesc.of(random.nextBoolean() ? "java.lang.IllegalStateException" : "java.lang.RuntimeException");
            one.new_(type).dup().invokespecial(type, "<init>", MethodTypeDesc.of(CD_void)).athrow();
        });
    }

    private void choose(int depth) {
        Label end = code.newLabel();
        Label first = code.newLabel();
        value(Kind.NUMBER);
        List<SwitchCase> cases = List.of(SwitchCase.of(0, first),
            SwitchCase.of(1, end));
        if (random.nextBoolean()) {
            code.tableswitch(0, 1, end, cases);
        } else {
            code.lookupswitch(end, cases);
        }
        code.labelBinding(first);
        block(code, depth);
        code.labelBinding(end).nop();
    }

    private void element() {
        value(Kind.INTS);
        value(Kind.NUMBER);
        value(Kind.NUMBER);
        code.iastore();
    }

    // --- values

    private void plain(Kind kind) {
        switch (kind) {
            case NUMBER -> code.loadConstant(random.nextInt(3) == 0 ? EDGES[random.nextInt(EDGES.length)] : random.nextInt(20));
            case LONG -> code.loadConstant(random.nextBoolean() ? (long) random.nextInt(100) : random.nextLong());
            case TEXT -> code.loadConstant(WORDS[random.nextInt(WORDS.length)]);
            case OBJECT -> {
                // Without the cast, stack maps would name classes that no compiler names there.
                make(MADE.get(random.nextInt(MADE.size())));
                code.checkcast(CD_Object);
            }
            case INTS -> code.loadConstant(random.nextInt(40)).newarray(TypeKind.INT);
        }
    }

    private void make(String name) {
        ClassDesc type = ClassDesc.of(name);
        code.new_(type).dup().invokespecial(type, "<init>", MethodTypeDesc.of(CD_void));
    }

    private void value(Kind kind) {
        nesting++;
        int choice = random.nextInt(nesting > MAX_NESTING ? 6 : 12);
        if (choice < 3) {
            code.loadLocal(TypeKind.from(kind.type), slots[kind.ordinal()]);
        } else if (choice < 6) {
            plain(kind);
        } else if (choice < 9) {
            compute(kind);
        } else {
            call(CALLS.get(random.nextInt(CALLS.size())), kind);
        }
        nesting--;
    }

    private void compute(Kind kind) {
        switch (kind) {
            case NUMBER -> computeNumber();
            case LONG -> {
                value(Kind.LONG);
                value(Kind.LONG);
                code.lxor();
            }
            case TEXT -> {
                value(Kind.OBJECT);
                value(Kind.TEXT);
                code.invokedynamic(DynamicCallSiteDesc.of(ConstantDescs.ofCallsiteBootstrap(
                    ClassDesc.of("java.lang.invoke.StringConcatFactory"), "makeConcatWithConstants", ConstantDescs.CD_CallSite, CD_String,
                    CD_Object.arrayType()), "makeConcatWithConstants", MethodTypeDesc.of(CD_String, CD_Object, CD_String), "\1-\1"));
            }
            case OBJECT -> computeObject();
            case INTS -> {
                value(Kind.NUMBER);
                code.newarray(TypeKind.INT);
            }
        }
    }

    private void computeNumber() {
        value(Kind.NUMBER);
        switch (random.nextInt(6)) {
            case 0 -> code.invokestatic(GeneratedClasses.SELF, "work" + random.nextInt(3), MethodTypeDesc.of(CD_int, CD_int));
            case 1 -> {
                value(Kind.NUMBER);
                code.idiv();
            }
            case 2 -> {
                value(Kind.INTS);
                code.swap().iaload();
            }
            case 3 -> code.ineg();
            default -> {
                value(Kind.NUMBER);
                code.iadd();
            }
        }
    }

    private void computeObject() {
        switch (random.nextInt(5)) {
            case 0 -> own();
            case 1 -> {
                value(Kind.NUMBER);
                code.anewarray(CD_Object);
            }
            case 2 -> lambda();
            case 3 -> {
                value(Kind.NUMBER);
                code.invokestatic(ConstantDescs.CD_Integer, "valueOf", MethodTypeDesc.of(ConstantDescs.CD_Integer, CD_int));
            }
            default -> {
                value(Kind.NUMBER);
                value(Kind.NUMBER);
                code.multianewarray(CD_int.arrayType(2), 2);
            }
        }
    }

    /** The object itself; in a static method variable 0 is a number, and now and then the verifier has to see that. */
    private void own() {
        if (isStatic && random.nextInt(40) != 0) {
            plain(Kind.OBJECT);
        } else {
            code.aload(0).checkcast(CD_Object);
        }
    }

    private void lambda() {
        MethodTypeDesc type = MethodTypeDesc.of(CD_int, CD_int);
        DirectMethodHandleDesc target = MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, GeneratedClasses.SELF,
            "work" + random.nextInt(3), type);
        code.invokedynamic(DynamicCallSiteDesc.of(ConstantDescs.ofCallsiteBootstrap(ClassDesc.of("java.lang.invoke.LambdaMetafactory"),
            "metafactory", ConstantDescs.CD_CallSite, ConstantDescs.CD_MethodType, ConstantDescs.CD_MethodHandle,
            ConstantDescs.CD_MethodType), "applyAsInt", MethodTypeDesc.of(ClassDesc.of("java.util.function.IntUnaryOperator")),
            type, target, type));
    }

    // --- calls of what is open, and of what is not

    private void call(OpenCalls.Call call, @Nullable Kind wanted) {
        if (hostile && random.nextInt(8) == 0) {
            code.loadConstant(GeneratedClasses.ESCAPED).loadConstant("yes").invokestatic(ClassDesc.of("java.lang.System"), "setProperty",
                MethodTypeDesc.of(CD_String, CD_String, CD_String)).pop();
        }
        boolean makes = call.name().equals("<init>");
        if (makes) {
            code.new_(call.owner()).dup();
        } else if (!call.isStatic()) {
            receiver(call);
        }
        for (ClassDesc parameter : call.type().parameterList()) {
            argument(parameter);
        }
        if (makes) {
            code.invokespecial(call.owner(), "<init>", call.type());
        } else if (call.isStatic()) {
            code.invokestatic(call.owner(), call.name(), call.type(), call.inInterface());
        } else if (call.inInterface()) {
            code.invokeinterface(call.owner(), call.name(), call.type());
        } else {
            code.invokevirtual(call.owner(), call.name(), call.type());
        }
        settle(makes ? call.owner() : call.type().returnType(), wanted);
    }

    private void receiver(OpenCalls.Call call) {
        if (call.owner().descriptorString().endsWith("/ExtensionContext;") && !isStatic) {
            code.aload(0).getfield(GeneratedClasses.SELF, "context", call.owner());
        } else if (call.owner().descriptorString().endsWith("/Message;") && parameters == 3) {
            code.aload(2).checkcast(call.owner());
        } else {
            argument(call.owner());
        }
    }

    private void argument(ClassDesc type) {
        switch (type.descriptorString()) {
            case "F" -> code.loadConstant((float) random.nextInt(9));
            case "D" -> code.loadConstant(random.nextDouble());
            case "Ljava/lang/Object;" -> value(Kind.OBJECT);
            default -> {
                Kind kind = Kind.of(type);
                if (kind == Kind.OBJECT) {
                    reference(type);
                } else {
                    value(kind);
                }
            }
        }
    }

    private void reference(ClassDesc type) {
        String name = type.descriptorString().replace('/', '.').replaceAll("^L|;$", "");
        if (MADE.contains(name) && random.nextBoolean()) {
            make(name);
        } else if (type.isArray() || random.nextInt(8) == 0) {
            code.aconst_null();
        } else {
            value(Kind.OBJECT);
            code.checkcast(type);
        }
    }

    /** Makes what a call has left on the stack what is wanted. */
    private void settle(ClassDesc result, @Nullable Kind wanted) {
        if (!result.equals(CD_void)) {
            Kind kind = Kind.of(result);
            TypeKind loaded = TypeKind.from(result).asLoadable();
            boolean fits = kind == wanted && loaded == TypeKind.from(kind.type).asLoadable()
                && (kind != Kind.TEXT || result.equals(CD_String));
            if (fits) {
                return;
            }
            if (loaded.slotSize() == 2) {
                code.pop2();
            } else {
                code.pop();
            }
        }
        if (wanted != null) {
            plain(wanted);
        }
    }
}
