import re,subprocess
out=subprocess.run('npx tsc --noEmit',shell=True,capture_output=True,text=True).stdout
for l in out.splitlines():
    m=re.match(r"(src/\S+?)\((\d+),(\d+)\): error TS6133: '(\w+)' is declared",l)
    if not m: continue
    f,n,_,v=m[1],int(m[2]),m[3],m[4]
    L=open(f).read().split('\n'); s=L[n-1]
    s2=re.sub(r'\b'+v+r', ','',s,1) if re.search(r'\b'+v+', ',s) else re.sub(r', '+v+r'\b','',s,1) if re.search(', '+v+r'\b',s) else ('' if s.startswith('import') else s)
    L[n-1]=s2
    open(f,'w').write('\n'.join(L))
