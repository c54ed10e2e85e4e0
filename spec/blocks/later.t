# Parts of LANGUAGE that are parsed and not supported yet.
env: FTSH_LOG_LEVEL=0

=== hedge
--- script
forany x hedge 1s in a b; echo never; end
echo $?
--- stdout
2
--- stderr
../script:1:1: hedge: not yet supported

=== check
--- script
try 2 times
	echo never
check
	echo never
end
echo $?
--- stdout
2
--- stderr
../script:1:1: check: not yet supported

=== on
--- script
try 2 times on 75; echo never; end
echo $?
--- stdout
2
--- stderr
../script:1:1: on: not yet supported

=== except
--- script
try 2 times except 1,2,64-78; echo never; end
echo $?
--- stdout
2
--- stderr
../script:1:1: except: not yet supported

=== grouped and tagged
--- script
forall x grouped in a; echo never; end
echo $?
forall x tagged in a; echo never; end
echo $?
--- stdout
2
2
--- stderr
../script:1:1: grouped: not yet supported
../script:3:1: tagged: not yet supported

=== detach
--- script
try 1 time; detach sleep 0; end
echo $?
--- stdout
2
--- stderr
../script:1:13: detach: not yet supported

=== catch knows it as a usage error
--- script
try 2 times on 75; echo never; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
--- stdout
2 usage
--- stderr some

=== streaming changes nothing
--- script
try 2 times every 0s streaming; echo "attempt $FTSH_ATTEMPT"; [ $FTSH_ATTEMPT = 2 ]; end
forany x ordered streaming in a; echo $x; end
--- stdout
attempt 1
attempt 2
a
